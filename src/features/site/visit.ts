/** What a page wants of the API, as a client would ask for it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly body?: unknown
}

export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed; null for an answer without one. */
  readonly body: unknown
}

/** One request for a page: what the pages know of it, and their only way to data. */
export interface Visit {
  /** Of the page's policy; every script and style that stands in the page carries it. */
  readonly nonce: string
  readonly siteName: string
  /** Base of links that leave the page, without a slash at the end. */
  readonly publicOrigin: string
  /** Whether cities of ours may stand where nobody has searched yet. */
  readonly showDemoCities: boolean
  /** A crawler that says so: it is shown what is held, and never makes a paid call. */
  readonly isBot: boolean
  /** Asks the service's own API within the process, as this visitor: same limits, same budgets, same errors. */
  ask(request: ApiRequest): Promise<ApiReply>
}
