import type { Catalogue, Plural } from './message.ts'

const en = {
  label: 'Find a place',
  placeholder: 'City, town or village',
  search: 'Search',
  results: 'Places found',
  found: { one: '{n} place found', other: '{n} places found' } as Plural,
  nothing: 'No place by that name was found. Check the spelling, or try a bigger place nearby.',
  offline: 'You are offline, so places cannot be searched.',
  limited: 'You have searched very often in a short time. Please try again in a minute.',
  failed: 'Search is not available right now. Please try again in a moment.',
  resultsFor: 'Places for “{query}”',
  pageTitle: 'Search: {query}',
}

/** Searching for places. */
export const search: Catalogue<typeof en> = {
  en,
  de: {
    label: 'Ort suchen',
    placeholder: 'Stadt, Ort oder Dorf',
    search: 'Suchen',
    results: 'Gefundene Orte',
    found: { one: '{n} Ort gefunden', other: '{n} Orte gefunden' },
    nothing: 'Kein Ort mit diesem Namen gefunden. Prüfen Sie die Schreibweise, oder versuchen Sie es mit einem größeren Ort in der Nähe.',
    offline: 'Sie sind offline. Orte lassen sich gerade nicht suchen.',
    limited: 'Sie haben in kurzer Zeit sehr oft gesucht. Bitte versuchen Sie es in einer Minute noch einmal.',
    failed: 'Die Suche ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
    resultsFor: 'Orte zu „{query}“',
    pageTitle: 'Suche: {query}',
  },
  fr: {
    label: 'Chercher un lieu',
    placeholder: 'Ville ou village',
    search: 'Chercher',
    results: 'Lieux trouvés',
    found: { one: '{n} lieu trouvé', many: '{n} lieux trouvés', other: '{n} lieux trouvés' },
    nothing: 'Aucun lieu de ce nom n’a été trouvé. Vérifiez l’orthographe ou essayez une plus grande ville à proximité.',
    offline: 'Vous êtes hors ligne\u00a0: la recherche est impossible.',
    limited: 'Vous avez fait beaucoup de recherches en peu de temps. Veuillez réessayer dans une minute.',
    failed: 'La recherche n’est pas disponible pour le moment. Veuillez réessayer dans un instant.',
    resultsFor: 'Lieux pour «\u00a0{query}\u00a0»',
    pageTitle: 'Recherche\u00a0: {query}',
  },
  es: {
    label: 'Buscar un lugar',
    placeholder: 'Ciudad, pueblo o aldea',
    search: 'Buscar',
    results: 'Lugares encontrados',
    found: { one: '{n} lugar encontrado', many: '{n} lugares encontrados', other: '{n} lugares encontrados' },
    nothing: 'No se ha encontrado ningún lugar con ese nombre. Revise la ortografía o pruebe con una población mayor cercana.',
    offline: 'No tiene conexión, así que no se pueden buscar lugares.',
    limited: 'Ha hecho muchas búsquedas en poco tiempo. Inténtelo de nuevo dentro de un minuto, por favor.',
    failed: 'La búsqueda no está disponible ahora mismo. Inténtelo de nuevo dentro de un momento, por favor.',
    resultsFor: 'Lugares para «{query}»',
    pageTitle: 'Búsqueda: {query}',
  },
}
