import { createHmac } from 'node:crypto'

/** How secrets of Standard Webhooks begin: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (1.0.0) */
export const WEBHOOK_SECRET_PREFIX = 'whsec_'

/** A symmetric signature as Standard Webhooks and Svix write it: HMAC-SHA256 of id, time (epoch seconds) and body. */
export function computeWebhookSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.startsWith(WEBHOOK_SECRET_PREFIX) ? secret.slice(WEBHOOK_SECRET_PREFIX.length) : secret, 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
