import { buildAdminMeta } from '../kit/page.tsx'

export { NotFound as default } from './page-boundary.tsx'
export const meta = buildAdminMeta('Page not found')
