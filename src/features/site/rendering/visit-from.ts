import type { VisitCalls, VisitFacts } from './render-messages.ts'
import type { Visit } from './visit.ts'

/** The exports of the built pages that the service uses. */
export interface ServerModule {
  respond(request: Request, visit: Visit): Promise<Response>
}

/** A visit, as seen by pages. */
export function visitFrom(facts: VisitFacts, calls: VisitCalls): Visit {
  let isEarly = false
  return {
    ...facts,
    cachedWeather: calls.cachedWeather,
    allowAds: calls.allowAds,
    failed: calls.failed,
    sendEarly() {
      isEarly = true
      calls.sendEarly()
    },
    isEarly: () => isEarly,
    async ask(request) {
      const { status, headers, text } = await calls.ask(request)
      return { status, headers, body: parsed(text) }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
