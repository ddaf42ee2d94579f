import { refuseInTransaction } from '../../platform/database/transaction-scope.ts'

import { PaymentsUnavailable } from './payments.ts'

type Options = {
  fetch: typeof fetch
  timeoutMs: number
  /** Origins beside the provider's storage that files may be sent to. */
  origins: readonly string[]
}
type File = { url: string; bytes: Uint8Array; type: string }

/** Where the provider stores files. */
const storageHosts = /(?:^|\.)(?:amazonaws\.com|paystack\.co|paystack\.com)$/

export type Upload = (file: File) => Promise<void>

/** Sends a file to an address that the provider gave out. It takes no key. */
export function paystackUpload({ fetch, timeoutMs, origins }: Options): Upload {
  return async ({ url, bytes, type }) => {
    refuseInTransaction('an upload to the payment provider')
    if (!isAllowed(url, origins))
      throw new PaymentsUnavailable('PUT upload: address of another site')
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new PaymentsUnavailable('PUT upload: no connection')
    })
    await response.body?.cancel()
    if (!response.ok) throw new PaymentsUnavailable(`PUT upload: responded with ${response.status}`)
  }
}

function isAllowed(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text)
  if (!url) return false
  return (
    origins.includes(url.origin) || (url.protocol === 'https:' && storageHosts.test(url.hostname))
  )
}
