export type UpstreamFailureKind = 'timeout' | 'network' | 'too_large' | 'aborted'

/** A call without a complete response. The message is for logs and never contains the URL, a query or a key. */
export class UpstreamFailure extends Error {
  readonly kind: UpstreamFailureKind
  /** Whether any of the request left this process; if not, the upstream cannot have counted it. */
  readonly sent: boolean

  constructor(kind: UpstreamFailureKind, message: string, sent: boolean) {
    super(message)
    this.name = 'UpstreamFailure'
    this.kind = kind
    this.sent = sent
  }
}
