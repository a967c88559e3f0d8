import { buildAdminMeta } from '../kit/meta.ts'

export { NotFound as default } from './page-boundary.tsx'
export const meta = buildAdminMeta('Page not found')
