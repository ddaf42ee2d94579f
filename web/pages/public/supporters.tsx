import type { ReactNode } from 'react'

import { replySchema, supporterOrders, type Supporter, type Supporters } from '#shared/supporter.ts'
import { useActionData, useLoaderData, Link } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'
import { formatNairaInText } from '#shared/money.ts'

import { getApi } from '../../api/client.ts'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { catchApiError, type FormResult } from '../../forms/form-result.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { publicCampaignPath, supportersPath } from '../../navigation/paths.ts'
import { supportersText as text } from '../../text/supporters.ts'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ActionForm, OneButtonForm } from '../../forms/action-form.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { formatMoment } from '../../format/day.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const campaign = await loadCampaignBySlug({ context, params })
  const order = supporterOrders.find((each) => each === search.get('order')) ?? 'newest'
  const after = search.get('after')
  const list = { id: campaign.id, order, after }
  const page = await getApi(context).get('/campaigns/:id/supporters', list)
  return { campaign, order, page, isFirst: after === null, isReported: search.has('reported') }
}

const actions = ['reply', 'hide', 'publish', 'reports'] as const

/** Answers, hides, publishes or reports the words of one supporter. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  const { id, slug } = await loadCampaignBySlug({ context, params })
  const what = actions.find((each) => each === values['what']) ?? 'reports'
  const { supporter = '' } = values
  const send = async (body: object) => {
    const path = `/campaigns/:id/supporters/:supporter/${what}` as const
    await getApi(context).post(path, body, { id, supporter })
    return redirect(`${supportersPath(slug)}${what === 'reports' ? '?reported' : ''}`)
  }
  if (what !== 'reply') return catchApiError(() => send({}), values)
  const { reply = '' } = values
  return submitForm({ values, input: { reply }, schema: replySchema }, send)
}

/** Who gave, and what they said. Works without script. */
export function Component() {
  const { campaign, order, page, isFirst, isReported } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { title, slug } = campaign
  return (
    <PublicLayout>
      <PageHead title={text.pageTitle({ title })} description={text.description({ title })} />
      <div className="wrap max-w-2xl space-y-6 py-6 lg:py-10">
        <header>
          <BackLink to={publicCampaignPath(slug)}>{text.back}</BackLink>
          <h1 className="mt-2 text-2xl font-extrabold wrap-anywhere">
            {text.pageTitle({ title })}
          </h1>
        </header>
        <Orders slug={slug} order={order} />
        {isReported && <DonePanel>{text.reported}</DonePanel>}
        {page.supporters.length === 0 ? (
          <EmptyState title={text.none} text={text.noneHint} />
        ) : (
          <ul className="card px-5 py-1">
            {page.supporters.map((supporter) => (
              <SupporterItem key={supporter.id} supporter={supporter}>
                <SupporterActions supporter={supporter} rights={page} result={result} />
              </SupporterItem>
            ))}
          </ul>
        )}
        <nav className="flex flex-wrap justify-between gap-4">
          {!isFirst && (
            <Link to={`${supportersPath(slug)}?order=${order}`} className="link py-2">
              {text.first}
            </Link>
          )}
          {page.next !== null && (
            <Link
              to={`${supportersPath(slug)}?${new URLSearchParams({ order, after: page.next })}`}
              className="link py-2"
            >
              {text.next}
            </Link>
          )}
        </nav>
      </div>
    </PublicLayout>
  )
}

function Orders({ slug, order }: { slug: string; order: (typeof supporterOrders)[number] }) {
  const { orders } = text
  return (
    <ul className="flex flex-wrap gap-4">
      {supporterOrders.map((each) => (
        <li key={each}>
          <Link
            to={`${supportersPath(slug)}?order=${each}`}
            aria-current={each === order ? 'page' : undefined}
            className={`inline-flex min-h-11 items-center ${each === order ? 'font-bold' : 'link'}`}
          >
            {orders[each]}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type Rights = Pick<Supporters, 'canHide' | 'canPublish' | 'canReply'>
type Props = { supporter: Supporter; rights: Rights; result: FormResult | undefined }

/** Every reader may report words, and the organiser may answer them once. */
function SupporterActions({ supporter, rights, result }: Props) {
  const { id, words, isWaiting, reply } = supporter
  const findResult = (what: string) =>
    result?.values['supporter'] === id && result.values['what'] === what ? result : undefined
  const refused = findResult('reply')
  return (
    <>
      {words !== null && (
        <div className="flex flex-wrap gap-4 print:hidden [&_button]:min-h-11! [&_button]:border-0! [&_button]:px-0! [&_button]:text-sm [&_button]:font-medium [&_button]:text-muted [&_button]:underline">
          {listActions(rights, isWaiting).map((what) => (
            <OneButtonForm
              key={what}
              result={findResult(what)}
              values={{ supporter: id, what }}
              variant="quiet"
            >
              {text[what]}
            </OneButtonForm>
          ))}
        </div>
      )}
      {rights.canReply && reply === null && (
        <details className="mt-2" open={refused !== undefined}>
          <summary className="text-sm">{text.answer}</summary>
          <ActionForm result={refused} schema="replySchema">
            {(field) => (
              <>
                <input type="hidden" name="supporter" value={id} />
                <input type="hidden" name="what" value="reply" />
                <TextAreaField
                  {...field('reply')}
                  label={text.answer}
                  hint={text.answerHint}
                  rows={2}
                  maxLength={500}
                  required
                />
                <SubmitButton wait={refused}>{text.sendAnswer}</SubmitButton>
              </>
            )}
          </ActionForm>
        </details>
      )}
    </>
  )
}

/** What the reader may do with words. */
function listActions({ canHide, canPublish }: Rights, isWaiting: boolean) {
  if (!canHide) return ['reports'] as const
  return canPublish && isWaiting ? (['hide', 'publish'] as const) : (['hide'] as const)
}

/** One supporter, as everyone reads it. `children` are the actions of organiser, reviewers and readers. */
function SupporterItem({ supporter, children }: { supporter: Supporter; children?: ReactNode }) {
  const { name, amount, at, words, isWaiting, reply } = supporter
  return (
    <li className="border-b border-line py-4 last:border-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="wrap-anywhere">{name ?? text.anonymous}</strong>
        <span className={amount === null ? 'text-sm text-muted' : 'money font-semibold'}>
          {amount === null ? text.hiddenAmount : formatNairaInText(amount)}
        </span>
      </p>
      {at !== null && (
        <p className="text-sm text-muted">
          <time dateTime={at}>{formatMoment(at)}</time>
        </p>
      )}
      {words !== null && <p className="mt-2 whitespace-pre-line wrap-anywhere">{words}</p>}
      {isWaiting && <p className="mt-1 text-sm text-warning">{text.waiting}</p>}
      {reply !== null && (
        <div className="mt-3 border-l-4 border-line pl-3">
          <p className="text-sm text-muted">{text.reply}</p>
          <p className="whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
      {children}
    </li>
  )
}
