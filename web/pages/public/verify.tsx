import { CircleAlert, CircleCheck, CircleHelp, RotateCcw } from 'lucide-react'

import { formatNaira } from '#shared/money.ts'
import { verificationSchema, type Verification } from '#shared/receipt.ts'
import { useLoaderData } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { redirect } from '#web/router/responses.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { ApiError, getApi } from '../../api/client.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { LogCheck, useLogCheck } from './verify/log-check.tsx'
import { SignatureCheck } from './verify/signature-check.tsx'
import { paths, verifyPath } from '../../navigation/paths.ts'
import { formatMoment } from '../../text/day.ts'
import { receiptText } from '../../text/receipt.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'

/** The form sends the code as a query, so that it works without script. An unknown code is a result, not an error. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('code')?.trim()
  if (typed) throw redirect(verifyPath(typed))
  const { code } = params
  if (!code) return { code: '', verification: null }
  return { code, verification: await readVerification(context, code) }
}

async function readVerification(context: LoaderFunctionArgs['context'], code: string) {
  try {
    return await getApi(context).get(`/verify/${encodeURIComponent(code)}`, verificationSchema)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null
    throw error
  }
}

/** Shows whether a receipt is genuine and whether the donation was refunded. */
export function Component() {
  const { verify: text } = receiptText
  const { code, verification } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <div className="wrap max-w-xl py-8 lg:py-12">
        {code === '' ? <CodeForm /> : <Result verification={verification} />}
      </div>
    </PublicLayout>
  )
}

function CodeForm() {
  const { verify: text } = receiptText
  return (
    <form action={paths.verify} className="card grid gap-5 p-6 sm:p-8">
      <h1 className="text-2xl font-bold">{text.title}</h1>
      <p className="text-muted">{text.intro}</p>
      <Field label={text.code} name="code" required maxLength={40} autoComplete="off" />
      <Button type="submit">{text.submit}</Button>
    </form>
  )
}

function Result({ verification }: { verification: Verification | null }) {
  const { verify: text } = receiptText
  const check = useLogCheck(verification)
  // A proof that does not hold outweighs what the server says.
  const status = check?.kind === 'failed' ? 'broken' : (verification?.status ?? 'unknown')
  const { Icon, color } = styles[status]
  const { title, text: explanation } = text.results[status]
  return (
    <div className="card p-6 sm:p-8">
      <div className="text-center">
        <Icon size={48} aria-hidden="true" className={`mx-auto ${color}`} />
        <h1 className="mt-4 text-2xl font-bold">{title}</h1>
        <p className="mx-auto mt-2 max-w-prose text-muted">{explanation}</p>
      </div>
      {verification && <Facts verification={verification} />}
      {verification && <LogCheck code={verification.code} result={check} />}
      {verification && <SignatureCheck verification={verification} />}
      <Link to={paths.verify} className={`${buttonClass('quiet')} mt-6 w-full`}>
        {text.another}
      </Link>
    </div>
  )
}

function Facts({ verification }: { verification: Verification }) {
  const { verify: text } = receiptText
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
