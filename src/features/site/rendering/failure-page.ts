import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguages } from '../../../platform/http/bytes/accept.ts'
import type { Failure } from '../../../platform/http/server/failure.ts'
import { html, sendPage } from './plain-page.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'

type Trouble = 'address' | 'missing' | 'often' | 'busy' | 'defect'
type Words = Readonly<Record<Trouble, { readonly title: string; readonly text: string }>> & { readonly home: string }

const ENGLISH: Words = {
  home: 'Go to the weather',
  address: { title: 'This address is not valid', text: 'It is too long or contains a mistake.' },
  missing: { title: 'Page not found', text: 'The address may be wrong, or the page may have been removed.' },
  often: { title: 'Too many pages at once', text: 'Too many pages were opened from your network. Please wait a minute.' },
  busy: { title: 'We cannot answer right now', text: 'Please try again in a moment.' },
  defect: { title: 'Something went wrong on our side', text: 'Please try again in a moment.' },
}

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: {
    home: 'Zum Wetter',
    address: { title: 'Diese Adresse ist ungültig', text: 'Sie ist zu lang oder enthält einen Fehler.' },
    missing: { title: 'Seite nicht gefunden', text: 'Vielleicht ist die Adresse falsch, oder die Seite wurde entfernt.' },
    often: {
      title: 'Zu viele Seiten auf einmal',
      text: 'Aus Ihrem Netzwerk wurden zu viele Seiten geöffnet. Bitte warten Sie eine Minute.',
    },
    busy: { title: 'Wir können gerade nicht antworten', text: 'Bitte versuchen Sie es gleich noch einmal.' },
    defect: { title: 'Bei uns ist etwas schiefgegangen', text: 'Bitte versuchen Sie es gleich noch einmal.' },
  },
  fr: {
    home: 'Voir la météo',
    address: { title: 'Cette adresse n’est pas valide', text: 'Elle est trop longue ou contient une erreur.' },
    missing: { title: 'Page introuvable', text: 'L’adresse est peut-être incorrecte, ou la page a été supprimée.' },
    often: { title: 'Trop de pages à la fois', text: 'Trop de pages ont été ouvertes depuis votre réseau. Veuillez patienter une minute.' },
    busy: { title: 'Nous ne pouvons pas répondre pour l’instant', text: 'Veuillez réessayer dans un instant.' },
    defect: { title: 'Une erreur s’est produite de notre côté', text: 'Veuillez réessayer dans un instant.' },
  },
  es: {
    home: 'Ver el tiempo',
    address: { title: 'Esta dirección no es válida', text: 'Es demasiado larga o contiene un error.' },
    missing: { title: 'Página no encontrada', text: 'Puede que la dirección sea incorrecta o que la página se haya eliminado.' },
    often: { title: 'Demasiadas páginas a la vez', text: 'Se han abierto demasiadas páginas desde su red. Espere un minuto, por favor.' },
    busy: { title: 'Ahora mismo no podemos responder', text: 'Vuelva a intentarlo en un momento, por favor.' },
    defect: { title: 'Algo ha fallado por nuestra parte', text: 'Vuelva a intentarlo en un momento, por favor.' },
  },
}

/** Tells a browser's user, in their language, why there is no page. Needs neither the renderer nor the database. */
export function createFailurePage(siteName: () => string) {
  return (request: FastifyRequest, reply: FastifyReply, { status, code }: Failure): FastifyReply => {
    const tags = acceptedLanguages(request.headers['accept-language']).map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
    const lang = tags.find((tag) => Object.hasOwn(WORDS, tag)) ?? 'en'
    const words = WORDS[lang] ?? ENGLISH
    const { title, text } = words[troubleOf(status)]
    addVary(reply, 'Accept')
    addVary(reply, 'Accept-Language')
    return sendPage(reply, {
      lang,
      direction: 'ltr',
      title,
      siteName: siteName(),
      body: html`<p>${text}</p>
        <p><a href="/">${words.home}</a></p>
        ${code === 'internal_error' && html`<p><small>${request.id}</small></p>`}`,
    })
  }
}

function troubleOf(status: number): Trouble {
  if (status === 404) return 'missing'
  if (status === 429) return 'often'
  if (status < 500) return 'address'
  return status === 500 ? 'defect' : 'busy'
}
