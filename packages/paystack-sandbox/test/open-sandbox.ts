import { createSandbox, type SandboxOptions } from '../src/sandbox.ts'
import type { Database } from '../src/storage/database.ts'
import { listen } from '../src/listen.ts'

export const sandboxKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'

/** The payment sandbox on a port of its own, with helpers that call it as merchant and payer. */
export async function openSandbox(database: Database, options: Partial<SandboxOptions> = {}) {
  let handle = (_request: Request): Response | Promise<Response> =>
    new Response(null, { status: 503 })
  const { origin, close } = await listen((request) => handle(request))
  const sandbox = createSandbox({
    database,
    secretKey: sandboxKey,
    publicUrl: origin,
    webhookUrl: `${origin}/not-listening`,
    ...options,
  })
  handle = (request) => sandbox.fetch(request)

  return {
    ...sandbox,
    origin,
    apiUrl: `${origin}/sandbox/api`,
    /** Calls the API with the merchant's key. */
    api: async (path: string, body?: unknown, init: RequestInit = {}) => {
      const response = await fetch(`${origin}/sandbox/api${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        ...init,
        headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    /** Submits one form of a checkout page. */
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
