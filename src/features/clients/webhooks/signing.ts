import { randomBytes } from 'node:crypto'
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import { WEBHOOK_SECRET_PREFIX, computeWebhookSignature } from '../../../platform/secrets/webhook-signature.ts'

const SECRET_BYTES = 32

/** A new secret in the standard's form: `whsec_` and 256 random bits as base64. */
export function generateWebhookSecret(): string {
  return WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** What the secrets of a webhook are sealed for. */
export const buildWebhookPurpose = (webhookId: string): string => `webhook ${webhookId}`

export const SEALED_WEBHOOK_PLACES: readonly SealedPlace[] = ['secret', 'former_secret'].map((column) => ({
  table: 'webhook',
  key: 'id',
  column,
  purpose: buildWebhookPurpose,
  lost: 'clear',
}))

/** The headers of an attempt at `now` (epoch milliseconds), with a signature for each secret. */
export function buildSignedHeaders(id: string, body: string, secrets: readonly string[], now: number): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000))
  const signatures = secrets.map((secret) => computeWebhookSignature(secret, id, timestamp, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
