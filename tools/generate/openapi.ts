import { createTestApp } from '../../test/helpers/app.ts'

/** `docs/openapi.json`: the document as the service publishes it. */
export async function openapi(): Promise<{ document: unknown; files: Record<string, string> }> {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://weather.example' } })
  try {
    const { body } = await app.get('/api/openapi.json')
    return { document: body, files: { 'docs/openapi.json': `${JSON.stringify(body, null, 2)}\n` } }
  } finally {
    await app.close()
  }
}
