export { openApiDocs } from './open.ts'
