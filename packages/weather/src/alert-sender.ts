/** Who issued a message about a warning. */
export interface AlertSender {
  /** As the format identifies senders: an e-mail address, a URL or a name; omitted by formats that do not. */
  readonly sender?: string
  /** The agency's name; null if it is not named. */
  readonly senderName: string | null
}

/** Hosts of those who collect the warnings of agencies, and may cancel them on their behalf. */
const COLLECTORS = ['meteoalarm.org', 'wmo.int', 'alert-hub.org', 'alertready.ca', 'pelmorex.com', 'ndma.gov.in']

/**
 * Whether a sender may call off what another one issued: it is the same, an office of the same agency (by name, or an address below its
 * domain), or a collector. Senders that a format does not identify count as the same unless their names differ.
 */
export function canCallOffAlerts(sender: AlertSender, issuer: AlertSender): boolean {
  if (sender.sender !== undefined && sender.sender === issuer.sender) return true
  if (sender.senderName !== null && sender.senderName === issuer.senderName) return true
  if (sender.sender === undefined || issuer.sender === undefined) return sender.senderName === null || issuer.senderName === null
  const [own, other] = [readHost(sender.sender), readHost(issuer.sender)]
  if (own === null) return false
  return COLLECTORS.some((collector) => isBelow(own, collector)) || (other !== null && (isBelow(own, other) || isBelow(other, own)))
}

/** `dwd.de` of `opendata@dwd.de`, `https://dwd.de/warnings` or `dwd.de`; null for a name. */
function readHost(sender: string): string | null {
  const [, host] = /^(?:[a-z]+:\/\/(?:www\.)?|[^@/]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[:/].*)?$/.exec(sender.toLowerCase()) ?? []
  return host ?? null
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
