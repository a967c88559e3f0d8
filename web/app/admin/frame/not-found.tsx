import { titled } from '../kit/title.ts'

export { NotFound as default } from './page-boundary.tsx'
export const meta = titled('Page not found')
