import type { Database } from '#server/database/database.ts'
import { createSandbox, type SandboxOptions } from '#dev/payments-sandbox/sandbox.ts'

import { listeningFetch } from './listening.ts'

export const sandboxKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'

/** The payment sandbox on a port of its own, with the merchant's side of its API and of its checkout page. */
export async function openSandbox(database: Database, options: Partial<SandboxOptions> = {}) {
  let handle = (_request: Request): Response | Promise<Response> =>
    new Response(null, { status: 503 })
  const { origin, close } = await listeningFetch((request) => handle(request))
  const sandbox = createSandbox({
    database,
    secretKey: sandboxKey,
    publicUrl: origin,
    webhookUrl: `${origin}/nobody-listens`,
    ...options,
  })
  handle = (request) => sandbox.fetch(request)

  return {
    origin,
    deliveries: sandbox.deliveries,
    /** What goes wrong on purpose. */
    faults: sandbox.faults,
    /** Does at once what has become due by the sandbox's clock. */
    passTime: sandbox.passTime,
    raiseDispute: sandbox.raiseDispute,
    settle: sandbox.settle,
    apiUrl: `${origin}/sandbox/api`,
    /** Asks the API as the merchant does. */
    api: async (path: string, body?: unknown, init: RequestInit = {}) => {
      const response = await fetch(`${origin}/sandbox/api${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        ...init,
        headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    /** Sends one form of a checkout page. */
    submit: (checkoutUrl: string, step: string, fields: Record<string, string>) =>
      fetch(`${checkoutUrl}/${step}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    close: async () => {
      await sandbox.deliveries.stop()
      await close()
    },
  }
}
