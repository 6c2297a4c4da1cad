/** Example sentences. A date library can also read those in `dated`, but not those in `planned`. */
export type Sentences = {
  readonly locale: 'en' | 'fr';
  readonly dated: readonly string[];
  readonly planned: readonly string[];
};

export const SENTENCES: readonly Sentences[] = [
  {
    locale: 'en',
    dated: [
      'Call the plumber tomorrow at 9am',
      'Dentist next friday at 3pm',
      'Return the library books on 4 March',
      'Pick up the parcel today',
      'Dinner with the neighbours on Saturday at 7:30pm',
      'Renew the passport in 3 weeks',
      'Parents evening March 12th 2027 at 6pm',
      'Take the cake out in 45 minutes',
      'Flight 2027-07-14 at 06:40',
      'Piano lesson wednesday 5pm to 6pm',
    ],
    planned: [
      'Take out the bins every Tuesday at 7pm @alex #kitchen !high',
      'Water the plants every 3 days',
      'Dishes every evening alternating between Alex and Léa',
      'Pay the rent every 1st until March 31',
      'Vacuum every other saturday at 10 for 45 minutes @me',
      'Descale the kettle every! 6 weeks',
      'Buy stamps by friday !low',
      'Read The 9/11 Report',
      'Buy 1/2 kg butter',
      'Change the sheets ~30m p2 // the blue ones',
    ],
  },
  {
    locale: 'fr',
    dated: [
      'Appeler le plombier demain à 9h',
      'Dentiste lundi à 15h30',
      'Rendre les livres le 4 mars 2027',
      "Récupérer le colis aujourd'hui",
      'Dîner avec les voisins samedi à 19h',
      'Renouveler le passeport dans 3 semaines',
      'Sortir le plat dans 45 minutes',
      'Cours de piano mercredi de 17h à 18h',
    ],
    planned: [
      'Sortir les poubelles tous les mardis à 19h @alex #cuisine !haute',
      'Arroser les plantes un jour sur deux',
      'Vaisselle tous les soirs à tour de rôle',
      'Payer le loyer le 5 de chaque mois',
      'Bac jaune les semaines paires',
      "Rapport le dernier jour ouvré du mois jusqu'au 30 juin",
      "Acheter des timbres d'ici vendredi !basse",
      'Appeler Sam',
    ],
  },
];
