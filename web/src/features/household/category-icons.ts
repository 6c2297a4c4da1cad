import Baby from 'lucide/dist/esm/icons/baby.mjs';
import Bath from 'lucide/dist/esm/icons/bath.mjs';
import BedDouble from 'lucide/dist/esm/icons/bed-double.mjs';
import BookOpen from 'lucide/dist/esm/icons/book-open.mjs';
import Car from 'lucide/dist/esm/icons/car.mjs';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import HeartPulse from 'lucide/dist/esm/icons/heart-pulse.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import PawPrint from 'lucide/dist/esm/icons/paw-print.mjs';
import Shirt from 'lucide/dist/esm/icons/shirt.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import Sofa from 'lucide/dist/esm/icons/sofa.mjs';
import Sparkles from 'lucide/dist/esm/icons/sparkles.mjs';
import Sprout from 'lucide/dist/esm/icons/sprout.mjs';
import Tag from 'lucide/dist/esm/icons/tag.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import Utensils from 'lucide/dist/esm/icons/utensils.mjs';

import Wrench from 'lucide/dist/esm/icons/wrench.mjs';
import type { IconNode } from '../../ui/icon.tsx';

/** The icons to choose from, by the names that the service stores. */
export const CATEGORY_ICONS: Readonly<Record<string, IconNode>> = {
  tag: Tag,
  house: House,
  utensils: Utensils,
  sparkles: Sparkles,
  shirt: Shirt,
  bath: Bath,
  'bed-double': BedDouble,
  sofa: Sofa,
  'trash-2': Trash,
  'shopping-basket': ShoppingBasket,
  sprout: Sprout,
  'paw-print': PawPrint,
  baby: Baby,
  'book-open': BookOpen,
  'heart-pulse': HeartPulse,
  'file-text': FileText,
  wrench: Wrench,
  car: Car,
};

/**
 * Returns the icon with this name. If another client has set an unknown name, it returns the icon of a plain tag.
 */
export const iconNamed = (name: string | null): IconNode => CATEGORY_ICONS[name ?? 'tag'] ?? Tag;
