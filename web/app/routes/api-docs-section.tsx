import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { visitContext } from '../visit/context.ts'

/** The former address of a section of the documentation, such as /api/docs/admin-data: leads to its place in the reference. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { body } = await context.get(visitContext).ask({ method: 'GET', path: '/api/openapi.json' })
  const { tags = [] } = (body ?? {}) as { tags?: readonly { name: string }[] }
  const section = tags.find(({ name }) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-') === params.section)
  if (section === undefined) throw data(null, 404)
  throw redirect(`/api/docs#/${encodeURIComponent(section.name)}`, 301)
}
