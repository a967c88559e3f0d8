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

/** Places that a browser keeps: the star and the list on the front page. */
export const places: Catalogue<typeof en> = {
  en,
  de: {
    save: 'Merken',
    saved: 'Gemerkt',
    savedRemove: ': aus den gemerkten Orten entfernen',
    full: 'Ihre Liste ist voll',
    title: 'Gemerkte Orte',
    none: 'Merken Sie sich einen Ort auf seiner Seite mit dem Stern, dann wartet sein Wetter hier auf Sie. Die Liste bleibt in diesem Browser.',
    remove: '{name} entfernen',
    unknown: 'Gerade kein Wetter',
  },
  fr: {
    save: 'Enregistrer',
    saved: 'Enregistré',
    savedRemove: ' : retirer des lieux enregistrés',
    full: 'Votre liste est pleine',
    title: 'Lieux enregistrés',
    none: 'Enregistrez un lieu sur sa page avec l’étoile, et sa météo vous attendra ici. La liste reste dans ce navigateur.',
    remove: 'Retirer {name}',
    unknown: 'Pas de météo pour le moment',
  },
  es: {
    save: 'Guardar',
    saved: 'Guardado',
    savedRemove: ': quitar de los lugares guardados',
    full: 'Su lista está llena',
    title: 'Lugares guardados',
    none: 'Guarde un lugar en su página con la estrella y su tiempo le esperará aquí. La lista se queda en este navegador.',
    remove: 'Quitar {name}',
    unknown: 'Sin datos ahora mismo',
  },
}
