import { useEffect, useState } from 'react'

import type { Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'

import { formatCount } from '../../text/plural.ts'
import { receiptText } from '../../text/receipt.ts'

type State =
  | { kind: 'checking' | 'unsupported' | 'failed' }
  | { kind: 'proved'; index: number; size: number }

/** Checks in the page that the transparency log contains the donation. The server's word is not asked for. */
export function LogCheck({ verification }: { verification: Verification }) {
  const { log: text } = receiptText.verify
  const { code, logged } = verification
  const state = useCheck(verification)
  if (!logged) return <p className="mt-4 text-sm text-muted">{text.waiting}</p>
  const file = `/api/verify/${code}/receipt.tlog-proof`
  return (
    <div className="mt-6 text-sm">
      <h2 className="font-bold">{text.title}</h2>
      <noscript>
        <p className="mt-2">{text.needsScript}</p>
      </noscript>
      <output className={`mt-2 block ${state.kind === 'failed' ? 'text-danger' : ''}`}>
        {state.kind === 'proved'
          ? text.proved(formatCount(state.index + 1), formatCount(state.size))
          : text[state.kind]}
      </output>
      <p className="mt-2 text-muted">{text.limits}</p>
      <a href={file} download={`${code}.tlog-proof`} className="link inline-block py-1">
        {text.download}
      </a>
    </div>
  )
}

function useCheck({ signed, logged }: Verification): State {
  const [state, setState] = useState<State>({ kind: 'checking' })
  useEffect(() => {
    if (!logged) return
    let isCurrent = true
    void check({ text: signed.text, ...logged }).then((found) => {
      if (isCurrent) setState(found)
    })
    return () => {
      isCurrent = false
    }
  }, [signed.text, logged])
  return state
}

async function check(receipt: Parameters<typeof verifyLoggedReceipt>[0]): Promise<State> {
  try {
    const { index, size } = await verifyLoggedReceipt(receipt)
    return { kind: 'proved', index, size }
  } catch (error) {
    // Browsers without Ed25519, and pages without https, have nothing to check with.
    const isMissing =
      !globalThis.crypto?.subtle ||
      (error instanceof DOMException && error.name === 'NotSupportedError')
    return { kind: isMissing ? 'unsupported' : 'failed' }
  }
}
