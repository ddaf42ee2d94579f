import { CircleAlert, CircleCheck, CircleHelp, RotateCcw } from 'lucide-react'
import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { formatNaira } from '#shared/money.ts'
import { verificationSchema, type Verification } from '#shared/receipt.ts'

import { ApiError, apiOf } from '../api/client.ts'
import { PublicLayout } from '../app/layouts/public-layout.tsx'
import { PageHead } from '../app/page-head.tsx'
import { OwnCheck } from '../features/receipt/own-check.tsx'
import { paths, verifyPath } from '../paths.ts'
import { formatMoment } from '../text/day.ts'
import { receiptText } from '../text/receipt.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

/** The form asks with a query, so that it works without script. A code that leads nowhere is an answer, too. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('code')?.trim()
  if (typed) throw redirect(verifyPath(typed))
  const { code } = params
  if (!code) return { code: '', found: null }
  return { code, found: await find(context, code) }
}

async function find(context: LoaderFunctionArgs['context'], code: string) {
  try {
    return await apiOf(context).get(`/verify/${encodeURIComponent(code)}`, verificationSchema)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return null
    throw error
  }
}

/** Whether a receipt is genuine and still holds, for whoever was shown it. */
export function Component() {
  const { verify: text } = receiptText
  const { code, found } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <div className="wrap max-w-xl py-8 lg:py-12">
        {code === '' ? <CodeForm /> : <Answer found={found} />}
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

function Answer({ found }: { found: Verification | null }) {
  const { verify: text } = receiptText
  const standing = found?.standing ?? 'unknown'
  const { Icon, look } = looks[standing]
  const { title, text: explained } = text.standings[standing]
  return (
    <div className="card p-6 sm:p-8">
      <div className="text-center">
        <Icon size={48} aria-hidden="true" className={`mx-auto ${look}`} />
        <h1 className="mt-4 text-2xl font-bold">{title}</h1>
        <p className="mx-auto mt-2 max-w-prose text-muted">{explained}</p>
      </div>
      {found && <Facts found={found} />}
      {found && <OwnCheck found={found} />}
      <Link to={paths.verify} className={`${buttonClass('quiet')} mt-6 w-full`}>
        {text.another}
      </Link>
    </div>
  )
}

function Facts({ found }: { found: Verification }) {
  const { verify: text } = receiptText
  const { number, amount, returned, campaign, givenAt, mode } = found
  const rows = [
    { name: text.number, value: <span className="code">{number}</span> },
    { name: text.amount, value: formatNaira(amount) },
    ...(returned > 0 ? [{ name: text.returned, value: formatNaira(returned) }] : []),
    { name: text.campaign, value: campaign.title },
    { name: text.given, value: formatMoment(givenAt) },
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

const looks = {
  valid: { Icon: CircleCheck, look: 'text-success' },
  'partly-refunded': { Icon: RotateCcw, look: 'text-info' },
  refunded: { Icon: RotateCcw, look: 'text-warning' },
  disputed: { Icon: CircleAlert, look: 'text-warning' },
  broken: { Icon: CircleAlert, look: 'text-danger' },
  unknown: { Icon: CircleHelp, look: 'text-danger' },
}
