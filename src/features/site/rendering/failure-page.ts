import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguages } from '../../../platform/http/accept-language.ts'
import type { Failure } from '../../../platform/http/failure.ts'
import { html } from '../../../platform/http/html.ts'
import { sendPage } from '../../../platform/http/page.ts'
import { addVary } from '../../../platform/http/vary.ts'

type Trouble = 'address' | 'missing' | 'often' | 'busy' | 'defect'
type Words = Readonly<Record<Trouble, { readonly title: string; readonly text: string }>> & { readonly home: string }

const ENGLISH: Words = {
  home: 'To the weather',
  address: { title: 'This address cannot be read', text: 'It is too long, or something in it is written wrong.' },
  missing: { title: 'There is nothing here', text: 'The address is wrong, or the page is gone.' },
  often: { title: 'Too many pages at once', text: 'Many pages were opened from your network. Please wait a minute.' },
  busy: { title: 'We cannot answer right now', text: 'Please try again in a moment.' },
  defect: { title: 'Something went wrong on our side', text: 'Please try again in a moment.' },
}

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: {
    home: 'Zum Wetter',
    address: { title: 'Diese Adresse ist nicht lesbar', text: 'Sie ist zu lang, oder etwas darin ist falsch geschrieben.' },
    missing: { title: 'Hier ist nichts', text: 'Die Adresse ist falsch, oder die Seite gibt es nicht mehr.' },
    often: { title: 'Zu viele Seiten auf einmal', text: 'Aus Ihrem Netz wurden viele Seiten geöffnet. Bitte warten Sie eine Minute.' },
    busy: { title: 'Wir können gerade nicht antworten', text: 'Bitte versuchen Sie es gleich noch einmal.' },
    defect: { title: 'Bei uns ist etwas schiefgegangen', text: 'Bitte versuchen Sie es gleich noch einmal.' },
  },
  fr: {
    home: 'Vers la météo',
    address: { title: 'Cette adresse est illisible', text: 'Elle est trop longue ou contient une erreur.' },
    missing: { title: 'Il n’y a rien ici', text: 'L’adresse est fausse ou la page n’existe plus.' },
    often: { title: 'Trop de pages à la fois', text: 'Beaucoup de pages ont été ouvertes depuis votre réseau. Patientez une minute.' },
    busy: { title: 'Nous ne pouvons pas répondre pour l’instant', text: 'Veuillez réessayer dans un instant.' },
    defect: { title: 'Une erreur s’est produite de notre côté', text: 'Veuillez réessayer dans un instant.' },
  },
  es: {
    home: 'Al tiempo',
    address: { title: 'Esta dirección no se puede leer', text: 'Es demasiado larga o contiene un error.' },
    missing: { title: 'Aquí no hay nada', text: 'La dirección es incorrecta o la página ya no existe.' },
    often: { title: 'Demasiadas páginas a la vez', text: 'Se han abierto muchas páginas desde su red. Espere un minuto, por favor.' },
    busy: { title: 'Ahora mismo no podemos responder', text: 'Vuelva a intentarlo en un momento, por favor.' },
    defect: { title: 'Algo ha fallado por nuestra parte', text: 'Vuelva a intentarlo en un momento, por favor.' },
  },
}

/** Tells somebody in a browser, in their language, why there is no page; needs neither the renderer nor the database. */
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
      indexable: false,
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
