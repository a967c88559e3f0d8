import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DocsFrame } from '../docs/frame.tsx'
import { OperationArticle } from '../docs/operation.tsx'
import { readDocumentation } from '../docs/read.server.ts'
import { type PageHandle, useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'

export const handle: PageHandle = { isStatic: true }

/** A section of the API documentation, with its operations in full. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { sections } = await readDocumentation(context)
  const section = sections.find(({ slug }) => slug === params.section)
  if (section === undefined) throw data(null, 404)
  const { nonce, publicOrigin } = context.get(visitContext)
  return { section, sections: sections.map(({ name, slug, isAdmin }) => ({ name, slug, isAdmin })), nonce, publicOrigin }
}

export default function ApiDocsSection() {
  const { section, sections, nonce, publicOrigin } = useLoaderData<typeof loader>()
  const site = useSite()
  return (
    <DocsFrame title={`${section.name} · API`} siteName={site?.siteName ?? ''} nonce={nonce} sections={sections} current={section.slug}>
      {section.isAdmin ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={`${publicOrigin}/api/docs/${section.slug}`} />
      )}
      <h1>{section.name}</h1>
      <nav aria-label="Operations on this page">
        <ul>
          {section.operations.map(({ id, summary }) => (
            <li key={id}>
              <a href={`#${id}`}>{summary}</a>
            </li>
          ))}
        </ul>
      </nav>
      {section.operations.map((operation) => (
        <OperationArticle key={operation.id} operation={operation} />
      ))}
    </DocsFrame>
  )
}
