import type { Catalogue } from './message.ts'

const en = {
  save: 'Save',
  saved: 'Saved',
  savedRemove: ': remove from saved places',
  full: 'Your list is full',
  title: 'Saved places',
  none: 'Use the star on a place’s page to save it here. The list stays in this browser.',
  remove: 'Remove {name}',
  unknown: 'No weather right now',
}

/** Places saved in the browser: the star, and the list on the front page. */
export const places: Catalogue<typeof en> = {
  en,
  de: {
    save: 'Merken',
    saved: 'Gemerkt',
    savedRemove: ': aus den gemerkten Orten entfernen',
    full: 'Ihre Liste ist voll',
    title: 'Gemerkte Orte',
    none: 'Mit dem Stern auf der Seite eines Ortes merken Sie sich den Ort hier. Die Liste bleibt in diesem Browser.',
    remove: '{name} entfernen',
    unknown: 'Gerade keine Wetterdaten',
  },
  fr: {
    save: 'Enregistrer',
    saved: 'Enregistré',
    savedRemove: '\u00a0: retirer des lieux enregistrés',
    full: 'Votre liste est pleine',
    title: 'Lieux enregistrés',
    none: 'Utilisez l’étoile sur la page d’un lieu pour l’enregistrer ici. La liste reste dans ce navigateur.',
    remove: 'Retirer {name}',
    unknown: 'Pas de météo pour le moment',
  },
  es: {
    save: 'Guardar',
    saved: 'Guardado',
    savedRemove: ': quitar de los lugares guardados',
    full: 'Su lista está llena',
    title: 'Lugares guardados',
    none: 'Use la estrella de la página de un lugar para guardarlo aquí. La lista permanece en este navegador.',
    remove: 'Quitar {name}',
    unknown: 'Sin datos ahora mismo',
  },
}
