import { titled } from '../kit/page.tsx'

export { NotFound as default } from './page-boundary.tsx'
export const meta = titled('Page not found')
