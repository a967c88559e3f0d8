import type { RouterContextProvider } from 'react-router'
import type { Answer } from '../api/ask.ts'
import { apiOf } from '../api/server.ts'
import { type Visit, visitContext } from './context.ts'

type RegionAnswer = Answer<'get', '/api/location/region'>

const asked = new WeakMap<Visit, Promise<RegionAnswer | null>>()

/** The visitor's location as far as the API can tell, and its conventions; null when unknown. Requested once per page. */
export function regionOf(context: Readonly<RouterContextProvider>): Promise<RegionAnswer | null> {
  const visit = context.get(visitContext)
  let answer = asked.get(visit)
  if (answer === undefined) {
    answer = apiOf(context)
      .get('/api/location/region')
      .catch(() => null)
    asked.set(visit, answer)
  }
  return answer
}
