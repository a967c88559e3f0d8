import type { MetaFunction } from 'react-router'
import type { Site } from '../../components/frame/site.server.ts'

/** A page's `meta`: its title, and `noindex`. `export const meta = buildAdminMeta('Users')` */
export function buildAdminMeta(title: string): MetaFunction {
  return ({ matches }) => {
    const site = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
    return [{ title: `${title} · ${site?.siteName ?? 'Back office'}` }, { name: 'robots', content: 'noindex' }]
  }
}
