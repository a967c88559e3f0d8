import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../api/server.ts'
export async function loader({ context }: LoaderFunctionArgs) {
  return apiOf(context).get('/api/weather', { query: { lat: 52.52, lon: 13.41, scope: 'current' } })
}
export default function City() { const a = useLoaderData<typeof loader>(); return <h1>{a.scope === 'current' ? a.temperature : '?'}</h1> }
