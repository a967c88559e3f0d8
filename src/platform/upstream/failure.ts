export type UpstreamFailureKind = 'timeout' | 'network' | 'too_large' | 'aborted'

/** A call that brought no whole answer. The message is for logs: it never holds the URL, a query or a key. */
export class UpstreamFailure extends Error {
  readonly kind: UpstreamFailureKind
  /** Did any of the request leave this process? When not, the upstream cannot have counted it. */
  readonly sent: boolean

  constructor(kind: UpstreamFailureKind, message: string, sent: boolean) {
    super(message)
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.sent = sent
  }
}
