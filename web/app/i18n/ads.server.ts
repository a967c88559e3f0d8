import type { Catalogue } from './message.ts'

const en = {
  ad: 'Advertisement',
  question: 'May we show ads? They pay for this site. The ad program sets its own cookies. It is not loaded without your consent.',
  yes: 'Allow ads',
  no: 'No ads',
  title: 'Your choice about ads',
}

/** Ads, and the consent question. */
export const ads: Catalogue<typeof en> = {
  en,
  de: {
    ad: 'Anzeige',
    question:
      'Dürfen wir Werbung zeigen? Sie finanziert diese Website. Das Werbeprogramm setzt dann eigene Cookies. Ohne Ihre Zustimmung wird nichts davon geladen.',
    yes: 'Werbung erlauben',
    no: 'Keine Werbung',
    title: 'Ihre Entscheidung zur Werbung',
  },
  fr: {
    ad: 'Publicité',
    question:
      'Pouvons-nous afficher de la publicité\u202f? Elle finance ce site. Le programme publicitaire dépose alors ses propres cookies. Rien n’est chargé sans votre accord.',
    yes: 'Accepter la publicité',
    no: 'Pas de publicité',
    title: 'Votre choix sur la publicité',
  },
  es: {
    ad: 'Publicidad',
    question:
      '¿Podemos mostrar publicidad? Financia este sitio. El programa publicitario instala entonces sus propias cookies. No se carga nada sin su consentimiento.',
    yes: 'Permitir publicidad',
    no: 'Sin publicidad',
    title: 'Su decisión sobre la publicidad',
  },
}
