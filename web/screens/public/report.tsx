import { ArrowLeft } from 'lucide-react'
import {
  Link,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'

import { reportReasons, reportSchema } from '#shared/report.ts'

import { getApi, noContent } from '../../api/client.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { FormAlert } from '../../forms/form-message.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { loadCampaignBySlug } from '../../features/campaign/campaign.loaders.ts'
import { publicCampaignPath, publicReportPath } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params })
  return { campaign, sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  const { id, slug } = await loadCampaignBySlug({ context, params })
  return submitForm({ values, schema: reportSchema }, async (report) => {
    const path = `/campaigns/${encodeURIComponent(id)}/reports`
    await getApi(context).post(path, report, noContent)
    return redirect(`${publicReportPath(slug)}?sent`)
  })
}

/** 'Report this campaign': works without script and without an account. */
export function Component() {
  const { report: text } = campaignText
  const { campaign, sent } = useLoaderData<typeof loader>()
  const { title, slug } = campaign
  return (
    <PublicLayout>
      <PageHead title={text.title} description={text.intro(title)} />
      <div className="wrap max-w-xl space-y-6 py-6 lg:py-10">
        {!sent && (
          <Link
            to={publicCampaignPath(slug)}
            className="link inline-flex items-center gap-1.5 py-2 text-sm"
          >
            <ArrowLeft size={16} aria-hidden="true" />
            {text.back}
          </Link>
        )}
        <h1 className="text-2xl font-extrabold">{text.title}</h1>
        {sent ? (
          <>
            <output className="card block p-5 font-semibold">{text.sent}</output>
            <Link to={publicCampaignPath(slug)} className={buttonClass('quiet')}>
              {text.back}
            </Link>
          </>
        ) : (
          <>
            <p className="wrap-anywhere">{text.intro(title)}</p>
            <ReportForm />
          </>
        )}
      </div>
    </PublicLayout>
  )
}

function ReportForm() {
  const { report: text } = campaignText
  const result = useActionData<typeof action>()
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: result?.values[name],
    error: result?.fields[name]?.[0],
  })
  return (
    <form method="post" noValidate className="grid gap-5">
      {result?.message && <FormAlert>{result.message}</FormAlert>}
      <SelectField
        label={text.reason}
        options={reportReasons.map((value) => ({ value, label: text.reasons[value] }))}
        {...field('reason')}
      />
      <TextAreaField label={text.details} rows={6} maxLength={2_000} {...field('details')} />
      <SubmitButton wait={result}>{text.send}</SubmitButton>
    </form>
  )
}
