import { CircleAlert, CircleCheck, CircleHelp, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { nullIf } from '../../api/api-error.ts'
import { getApi } from '../../api/client.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { paths, verifyPath } from '../../navigation/paths.ts'
import { formatMoment } from '../../format/day.ts'
import { formatCount } from '../../text/language.ts'
import { receiptText } from '../../text/receipt.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/fields.tsx'
import { PageHead } from '../../ui/page-head.tsx'

const { verify: text } = receiptText

/** The form sends the code as a query, so that it works without script. An unknown code is a result, not an error. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('code')?.trim()
  if (typed) throw redirect(verifyPath(typed))
  const { code } = params
  if (!code) return { code: '', verification: null }
  const verification = getApi(context).get('/verify/:id', { id: code })
  return { code, verification: await verification.catch(nullIf('not-found')) }
}

/** Shows whether a receipt is genuine and whether the donation was refunded. */
export function Component() {
  const { code, verification } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <div className="wrap max-w-xl py-8 lg:py-12">
        <div className="card p-6 sm:p-8">
          {code === '' ? (
            <>
              <h1 className="text-2xl font-bold">{text.title}</h1>
              <p className="mt-5 text-muted">{text.intro}</p>
            </>
          ) : (
            <Result verification={verification} />
          )}
          {!verification && <CodeForm code={code} />}
        </div>
      </div>
    </PublicLayout>
  )
}

const codeLength = 40

/** A code that is unknown can be corrected. */
function CodeForm({ code }: { code: string }) {
  return (
    <form action={paths.verify} className="mt-5 grid gap-5">
      <Field
        label={text.code}
        name="code"
        defaultValue={code.slice(0, codeLength)}
        required
        maxLength={codeLength}
        autoComplete="off"
      />
      <Button type="submit">{text.submit}</Button>
    </form>
  )
}

function Result({ verification }: { verification: Verification | null }) {
  const check = useLogCheck(verification)
  // A proof that does not hold outweighs what the server says.
  const status = check?.kind === 'failed' ? 'broken' : (verification?.status ?? 'unknown')
  const { Icon, color } = styles[status]
  const { title, text: explanation } = text.results[status]
  return (
    <>
      <div className="text-center">
        <Icon size={48} aria-hidden="true" className={`mx-auto ${color}`} />
        <h1 className="mt-4 text-2xl font-bold">{title}</h1>
        <p className="mx-auto mt-2 max-w-prose text-muted">{explanation}</p>
      </div>
      {verification && (
        <>
          <Facts verification={verification} />
          <LogCheck code={verification.code} result={check} />
          <SignatureCheck verification={verification} />
          <Link to={paths.verify} className={`${buttonClass('quiet')} mt-6 w-full`}>
            {text.another}
          </Link>
        </>
      )}
    </>
  )
}

function Facts({ verification }: { verification: Verification }) {
  const { number, amount, reversed, campaign, donatedAt, mode } = verification
  const rows = [
    { name: text.number, value: <span className="code">{number}</span> },
    { name: text.amount, value: formatNaira(amount) },
    ...(reversed > 0 ? [{ name: text.refunded, value: formatNaira(reversed) }] : []),
    { name: text.campaign, value: campaign.title },
    { name: text.donatedOn, value: formatMoment(donatedAt) },
  ]
  return (
    <>
      {mode !== 'live' && <p className="mt-4 text-center font-semibold">{text.test}</p>}
      <dl className="mt-6 divide-y divide-line border-y border-line text-sm">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex items-baseline justify-between gap-6 py-3">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-center text-sm text-muted">{text.compare}</p>
    </>
  )
}

const styles = {
  valid: { Icon: CircleCheck, color: 'text-success' },
  'partly-refunded': { Icon: RotateCcw, color: 'text-info' },
  refunded: { Icon: RotateCcw, color: 'text-warning' },
  disputed: { Icon: CircleAlert, color: 'text-warning' },
  broken: { Icon: CircleAlert, color: 'text-danger' },
  unknown: { Icon: CircleHelp, color: 'text-danger' },
}

/** Verifies the signature without Ajo: three files and one command. */
export function SignatureCheck({ verification: { code, signed } }: { verification: Verification }) {
  const key = `${signed.keyId}.pem`
  const files = [
    { name: text.files.text, href: `/api/verify/${code}/receipt.txt`, file: 'receipt.txt' },
    { name: text.files.signature, href: `/api/verify/${code}/receipt.sig`, file: 'receipt.sig' },
    { name: text.files.key, href: `/.well-known/ajo-receipt-keys/${key}`, file: key },
  ]
  return (
    <details className="mt-6 text-sm">
      <summary className="link cursor-pointer">{text.yourself}</summary>
      <p className="mt-2">{text.yourselfIntro}</p>
      <ul className="mt-3 space-y-1">
        {files.map(({ name, href, file }) => (
          <li key={file}>
            <a href={href} download={file} className="link tap">
              {name} ({file})
            </a>
          </li>
        ))}
      </ul>
      <pre
        // Focusable, so that the keyboard can scroll it on a narrow screen.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 overflow-x-auto rounded-card border border-line p-3 text-xs"
      >
        {`openssl pkeyutl -verify -pubin -inkey ${key} -rawin -in receipt.txt -sigfile receipt.sig`}
      </pre>
    </details>
  )
}

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
      <a href={file} download={`${code}.tlog-proof`} className="link tap">
        {text.download}
      </a>
    </div>
  )
}

const kinds = ['server', 'proved', 'unsupported'] as const

/** All results lie on one another, so that the one of the browser takes the room of the server's and moves nothing. */
function Results({ kind, entry: { index, size } }: Exclude<LogCheckResult, { kind: 'failed' }>) {
  const { log: text } = receiptText.verify
  const numbers = { entry: formatCount(index + 1), size: formatCount(size) }
  return (
    <output className="mt-2 grid">
      {kinds.map((each) => (
        <span
          key={each}
          aria-hidden={each !== kind}
          className={classNames('[grid-area:1/1]', each !== kind && 'invisible')}
        >
          {text[each](numbers)}
        </span>
      ))}
    </output>
  )
}
