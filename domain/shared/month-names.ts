import { fold } from './normal-form.js';

/** The names of the months in languages of Europe, without accents, as they are written after the day of a month. */
const NAMES = new Set(
  [
    'january february march april may june july august september october november december',
    'jan feb mar apr jun jul aug sep sept oct nov dec',
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre janv fevr avr juil',
    'januar janner februar marz juni juli oktober dezember okt dez',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
    'janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro',
    'januari februari maart mei augustus marts maj desember augusti',
    'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta',
    'marraskuuta joulukuuta ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince',
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  ]
    .join(' ')
    .split(' '),
);

/** Returns true if the word is the name of a month, or a common abbreviation in English, French or German. */
export const isMonthName = (word: string): boolean => word !== '' && NAMES.has(fold(word));
