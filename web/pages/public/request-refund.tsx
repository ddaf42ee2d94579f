import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { type RefundQuote } from '#shared/refund.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { nullIf } from '../../api/api-error.ts'
import { ApiError, getApi } from '../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../api/idempotency-key.ts'
import { ActionForm, OneButtonForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { catchApiError } from '../../forms/form-result.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import { donationPath, paths, requestRefundPath } from '../../navigation/paths.ts'
import { refundText } from '../../text/refund.ts'
import { BackLink } from '../../ui/page-head.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

const { request: text } = refundText

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { accessCode = '' } = params
  const query = new URL(request.url).searchParams
  const done = (['sent', 'mailed'] as const).find((each) => query.has(each))
  // Null if the donation can no longer be refunded by its donor.
  const quote = done
    ? null
    : await getApi(context)
        .get('/donations/:id/refund', { id: accessCode })
        .catch(nullIf('refund-closed'))
  // Only a number is shown, so that a link can't put words on the page.
  const sum = kobo(Number(/^\d{1,13}$/.exec(query.get('sent') ?? '')?.[0] ?? 0))
  return { accessCode, done, sum, quote, idempotencyKey: newIdempotencyKey() }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { accessCode = '' } = params
  const values = await readValues(request)
  if ('link' in values)
    return catchApiError(async () => {
      await getApi(context).post('/donations/:id/refund-link', {}, { id: accessCode })
      return redirect(`${requestRefundPath(accessCode)}?mailed`)
    }, values)
  const input = { reason: values['reason'] ?? '' }
  return submitForm({ values, input, schema: 'donorRefundSchema' }, async (form) => {
    const key = values['idempotencyKey'] || newIdempotencyKey()
    try {
      const headers = { 'idempotency-key': key }
      const { amount } = await getApi(context).post(
        '/donations/:id/refund',
        form,
        { id: accessCode },
        headers,
      )
      return redirect(`${requestRefundPath(accessCode)}?sent=${amount}`)
    } catch (error) {
      if (error instanceof ApiError && needsNewKey(error))
        values['idempotencyKey'] = newIdempotencyKey()
      throw error
    }
  })
}

/** A donor requests a refund, after reading the exact sums. Works without script and without an account. */
export function Component() {
  const { accessCode, done, sum, quote } = useLoaderData<typeof loader>()
  return (
    <TaskPage
      title={text.title}
      back={!isLink(accessCode) && <BackLink to={donationPath(accessCode)}>{text.back}</BackLink>}
    >
      {done && (
        <DonePanel next={done === 'sent' ? [text.arrival, text.undo] : []}>
          {sum > 0 && <strong className="money block text-xl">{formatNaira(sum)}</strong>}
          <span className="block">{text[done]}</span>
        </DonePanel>
      )}
      {quote && (quote.needsLink ? <LinkForm quote={quote} /> : <RequestForm quote={quote} />)}
      {!done && !quote && (
        <>
          <p className="card p-5">{text.closed}</p>
          <p>{text.already}</p>
          <p>
            {text.help}{' '}
            <Link to={paths.refunds} className="link">
              {text.policy}
            </Link>
          </p>
        </>
      )}
    </TaskPage>
  )
}

/** The mailed link has a token in place of the access code, which is shorter. */
const isLink = (code: string) => code.length > 40

function LinkForm({ quote }: { quote: RefundQuote }) {
  const result = useActionData<typeof action>()
  return (
    <>
      <p>{text.intro({ duration: formatDuration(terms.donorRefund) })}</p>
      <Sums quote={quote} />
      <p>{text.needsLink}</p>
      <OneButtonForm result={result} values={{ link: '' }}>
        {text.mailLink}
      </OneButtonForm>
    </>
  )
}

function RequestForm({ quote }: { quote: RefundQuote }) {
  const { idempotencyKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <ActionForm result={result} schema="donorRefundSchema">
      {(field) => (
        <>
          <p>{text.intro({ duration: formatDuration(terms.donorRefund) })}</p>
          <Sums quote={quote} />
          <p>
            {quote.isDelayed &&
              `${text.delayed({ duration: formatDuration(terms.delayedRefund) })} `}
            {text.arrival}
          </p>
          <input
            type="hidden"
            name="idempotencyKey"
            value={result?.values['idempotencyKey'] ?? idempotencyKey}
          />
          <TextAreaField label={text.reason} rows={4} maxLength={500} {...field('reason')} />
          <SubmitButton wait={result}>{text.send}</SubmitButton>
        </>
      )}
    </ActionForm>
  )
}

function Sums({ quote: { total, fee, amount } }: { quote: RefundQuote }) {
  const rows = [
    [text.donated, formatNaira(total)],
    ...(fee > 0 ? [[text.fee, `−${formatNaira(fee)}`]] : []),
    [text.refunded, formatNaira(amount)],
  ]
  return (
    <dl className="card divide-y divide-line px-5">
      {rows.map(([name, sum]) => (
        <div key={name} className="flex items-baseline justify-between gap-6 py-3">
          <dt>{name}</dt>
          <dd className="money shrink-0 font-bold">{sum}</dd>
        </div>
      ))}
    </dl>
  )
}
