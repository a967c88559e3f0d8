import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getTranslator } from '../../../src/messages/messages.ts'
import { createVisitApi, toPageFailure } from '../api/server.ts'
import { useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'
import { buildAlternates } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'
import styles from './page.module.css'

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/

/** A text of the site, as published by its editors. */
export async function loader({ request, context, params: { slug = '' } }: LoaderFunctionArgs) {
  // A malformed slug is a 404, not a 400: the visitor only followed a link.
  if (!SLUG.test(slug)) throw new Response(null, { status: 404 })
  const reader = await resolveReader(request, context)
  const api = createVisitApi(context)
  try {
    const { title, description, html, lang, languages, indexable } = await api.get('/api/pages/{slug}', {
      path: { slug },
      query: { lang: reader.lang },
    })
    const alternates = buildAlternates(`${context.get(visitContext).publicOrigin}/pages/${slug}`, languages, lang)
    return { title, description, html, lang, direction: getTranslator(lang).direction, indexable, alternates }
  } catch (error) {
    throw toPageFailure(error)
  }
}

export default function TextPage() {
  const { title, description, html, lang, direction, indexable, alternates } = useLoaderData<typeof loader>()
  const site = useSite()
  const fullTitle = `${title} · ${site?.siteName ?? ''}`
  return (
    <article className={`card ${styles.text}`} {...(lang === site?.lang ? {} : { lang, dir: direction })}>
      <title>{fullTitle}</title>
      {description !== '' && <meta name="description" content={description} />}
      {indexable ? <link rel="canonical" href={alternates.canonical} /> : <meta name="robots" content="noindex" />}
      {indexable && alternates.links.map(({ lang: each, href }) => <link key={each} rel="alternate" hrefLang={each} href={href} />)}
      <meta property="og:title" content={title} />
      <meta property="og:url" content={alternates.canonical} />
      <h1>{title}</h1>
      {/* Sanitised by the service when it was saved. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
