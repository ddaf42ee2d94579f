import { reportReasons, reportReferencePattern } from '#shared/report.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { TaskPage } from '../../layouts/task-page.tsx'
import { BackLink } from '../../ui/page-head.tsx'
import { ActionForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useIsSignedIn } from '../parts/session/signed-in.ts'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { publicCampaignPath, publicReportPath } from '../../navigation/paths.ts'
import { reportText as text } from '../../text/report.ts'
import { Field, SelectField, TextAreaField } from '../../ui/fields.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params })
  const sent = new URL(request.url).searchParams.get('sent')
  // Only a reference is shown, so that a link can't put other words on the page.
  const reference = sent !== null && reportReferencePattern.test(sent) ? sent : null
  return { campaign, sent: sent !== null, reference }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  const { id, slug } = await loadCampaignBySlug({ context, params })
  return submitForm({ values, schema: 'reportSchema' }, async (report) => {
    const { reference } = await getApi(context).post('/campaigns/:id/reports', report, { id })
    return redirect(`${publicReportPath(slug)}?${new URLSearchParams({ sent: reference })}`)
  })
}

/** 'Report this campaign': works without script and without an account. */
export function Component() {
  const { campaign, sent, reference } = useLoaderData<typeof loader>()
  const { title, slug } = campaign
  return (
    <TaskPage
      title={text.title}
      description={text.intro({ title })}
      back={!sent && <BackLink to={publicCampaignPath(slug)}>{text.back}</BackLink>}
    >
      {sent ? (
        <DonePanel
          next={reference === null ? [] : [text.referenceHint]}
          link={{ to: publicCampaignPath(slug), name: text.back }}
        >
          <span className="block">{text.sent}</span>
          {reference !== null && (
            <span className="block font-normal">
              {text.reference} <strong className="whitespace-nowrap">{reference}</strong>
            </span>
          )}
        </DonePanel>
      ) : (
        <>
          <p className="wrap-anywhere">{text.intro({ title })}</p>
          <ReportForm />
        </>
      )}
    </TaskPage>
  )
}

function ReportForm() {
  const result = useActionData<typeof action>()
  const isSignedIn = useIsSignedIn()
  return (
    <ActionForm result={result} schema="reportSchema" typedText="report">
      {(field) => (
        <>
          <SelectField
            label={text.reason}
            options={reportReasons.map((value) => ({ value, label: text.reasons[value] }))}
            required
            {...field('reason')}
          />
          <TextAreaField
            label={text.details}
            rows={6}
            maxLength={2_000}
            required
            {...field('details')}
          />
          {isSignedIn ? (
            <p>{text.emailAccount}</p>
          ) : (
            <Field
              label={text.email}
              hint={text.emailHint}
              type="email"
              maxLength={254}
              {...field('email')}
            />
          )}
          <SubmitButton wait={result}>{text.send}</SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
