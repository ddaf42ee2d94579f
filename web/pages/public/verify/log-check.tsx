import { useEffect, useState } from 'react'

import type { Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'

import { classNames } from '../../../ui/class-names.ts'
import { formatCount } from '../../../text/plural.ts'
import { receiptText } from '../../../text/receipt.ts'

type Entry = { index: number; size: number }
/** server: the browser has not checked yet, or runs no script. */
export type LogCheckResult =
  | { kind: 'server' | 'unsupported' | 'proved'; entry: Entry }
  | { kind: 'failed' }
type Logged = NonNullable<Verification['logged']>

/** Checks in the browser that the transparency log contains the donation, and that the log signed it. Undefined without a proof. */
export function useLogCheck(verification: Verification | null): LogCheckResult | undefined {
  const [checked, setChecked] = useState<{ of: Verification; result: LogCheckResult }>()
  useEffect(() => {
    if (!verification?.logged?.entry) return
    let isCurrent = true
    void check(verification, verification.logged).then((result) => {
      if (isCurrent && result) setChecked({ of: verification, result })
    })
    return () => {
      isCurrent = false
    }
  }, [verification])
  if (!verification?.logged) return undefined
  if (checked?.of === verification) return checked.result
  const { entry } = verification.logged
  return entry ? { kind: 'server', entry } : { kind: 'failed' }
}

async function check(
  { signed }: Verification,
  { proof, logKeys, entry }: Logged,
): Promise<LogCheckResult | undefined> {
  try {
    const { index, size } = await verifyLoggedReceipt({ text: signed.text, proof, logKeys })
    return { kind: 'proved', entry: { index, size } }
  } catch (error) {
    // Browsers without Ed25519, and pages without https, have nothing to check with.
    const isMissing =
      !globalThis.crypto?.subtle ||
      (error instanceof DOMException && error.name === 'NotSupportedError')
    return isMissing && entry ? { kind: 'unsupported', entry } : { kind: 'failed' }
  }
}

type Props = { code: string; result: LogCheckResult | undefined }

/** What the check of the transparency log found, and the proof to check with another program. */
export function LogCheck({ code, result }: Props) {
  const { log: text } = receiptText.verify
  if (!result) return <p className="mt-4 text-sm text-muted">{text.waiting}</p>
  const file = `/api/verify/${encodeURIComponent(code)}/receipt.tlog-proof`
  return (
    <div className="mt-6 text-sm">
      <h2 className="font-bold">{text.title}</h2>
      {result.kind === 'failed' ? (
        <p role="alert" className="mt-2 font-medium text-danger">
          {text.failed}
        </p>
      ) : (
        <Results {...result} />
      )}
      <p className="mt-2 text-muted">{text.limits}</p>
      <a href={file} download={`${code}.tlog-proof`} className="link inline-block py-1">
        {text.download}
      </a>
    </div>
  )
}

const kinds = ['server', 'proved', 'unsupported'] as const

/** All results lie on one another, so that the one of the browser takes the room of the server's and moves nothing. */
function Results({ kind, entry: { index, size } }: Exclude<LogCheckResult, { kind: 'failed' }>) {
  const { log: text } = receiptText.verify
  const numbers = [formatCount(index + 1), formatCount(size)] as const
  return (
    <output className="mt-2 grid">
      {kinds.map((each) => (
        <span
          key={each}
          aria-hidden={each !== kind}
          className={classNames('[grid-area:1/1]', each !== kind && 'invisible')}
        >
          {text[each](...numbers)}
        </span>
      ))}
    </output>
  )
}
