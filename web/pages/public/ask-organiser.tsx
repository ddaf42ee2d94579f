import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { writeCookies } from '../../api/cookies.ts'
import { useIsSignedIn } from '../parts/session/signed-in.ts'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { ActionForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import { mailedTo } from '../../navigation/carried-values.ts'
import { askOrganiserPath, publicCampaignPath } from '../../navigation/paths.ts'
import { questionText as text } from '../../text/question.ts'
import { trustText } from '../../text/trust.ts'
import { BackLink } from '../../ui/page-head.tsx'
import { Field, TextAreaField } from '../../ui/fields.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

const outcomes = ['sent', 'confirm'] as const

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params })
  const search = new URL(request.url).searchParams
  const outcome = outcomes.find((each) => search.has(each)) ?? null
  const address = outcome === 'confirm' ? mailedTo.read(request)?.email : undefined
  return { campaign, outcome, address }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  const { id, slug } = await loadCampaignBySlug({ context, params })
  return submitForm({ values, schema: 'askQuestionSchema' }, async (form) => {
    const { isSent } = await getApi(context).post('/campaigns/:id/questions', form, { id })
    const email = mailedTo.keep({ email: values['email'] ?? '', at: Date.now() })
    const headers = writeCookies(isSent ? [] : [email])
    return redirect(`${askOrganiserPath(slug)}?${isSent ? 'sent' : 'confirm'}`, { headers })
  })
}

/** 'Ask the organiser': works without script and without an account. */
export function Component() {
  const { campaign, outcome, address } = useLoaderData<typeof loader>()
  const { title, slug, status } = campaign
  return (
    <TaskPage
      title={trustText.ask}
      description={text.intro({ title })}
      back={outcome === null && <BackLink to={publicCampaignPath(slug)}>{text.back}</BackLink>}
    >
      {outcome === null ? (
        <Ask title={title} isClosed={status === 'cancelled'} />
      ) : (
        <DonePanel address={address} link={{ to: publicCampaignPath(slug), name: text.back }}>
          {outcome === 'sent'
            ? text.sent
            : text.confirmFirst({ duration: formatDuration(terms.unconfirmedQuestion) })}
        </DonePanel>
      )}
    </TaskPage>
  )
}

function Ask({ title, isClosed }: { title: string; isClosed: boolean }) {
  if (isClosed) return <p>{text.closed}</p>
  return (
    <>
      <p className="wrap-anywhere">{text.intro({ title })}</p>
      <AskForm />
    </>
  )
}

function AskForm() {
  const result = useActionData<typeof action>()
  const isSignedIn = useIsSignedIn()
  // A session may have ended since the page was opened.
  const hasAddress = isSignedIn && result?.fields['email'] === undefined
  return (
    <ActionForm result={result} schema="askQuestionSchema" typedText="question">
      {(field) => (
        <>
          <Field
            label={text.name}
            hint={text.nameHint}
            autoComplete="name"
            maxLength={60}
            required
            {...field('name')}
          />
          {hasAddress ? (
            <p>{text.emailAccount}</p>
          ) : (
            <Field
              label={text.email}
              hint={text.emailHint}
              type="email"
              maxLength={254}
              required
              {...field('email')}
            />
          )}
          <TextAreaField
            label={text.question}
            hint={text.questionHint}
            rows={6}
            maxLength={2_000}
            required
            {...field('question')}
          />
          <SubmitButton wait={result}>{text.send}</SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
