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

import { apiOf, noContent } from '../api/client.ts'
import { PublicLayout } from '../app/layouts/public-layout.tsx'
import { PageHead } from '../app/page-head.tsx'
import { answerForm, readValues, type FormAnswer } from '../features/account/form-answer.ts'
import { campaignOfAddress } from '../features/campaign/campaign.loaders.ts'
import { publicCampaignPath, publicReportPath } from '../paths.ts'
import { campaignText } from '../text/campaign.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const campaign = await campaignOfAddress({ context, params })
  return { campaign, sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  const { id, slug } = await campaignOfAddress({ context, params })
  return answerForm({ values, schema: reportSchema }, async (report) => {
    const path = `/campaigns/${encodeURIComponent(id)}/reports`
    await apiOf(context).post(path, report, noContent)
    return redirect(`${publicReportPath(slug)}?sent`)
  })
}

/** 'Report this campaign': a plain form, for anybody. */
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
  const answer = useActionData<FormAnswer>()
  const { values, fields, message } = answer ?? {}
  return (
    <form method="post" noValidate className="grid gap-5">
      {message && (
        <p role="alert" className="rounded-card bg-danger-soft px-4 py-3 font-medium text-danger">
          {message}
        </p>
      )}
      <SelectField
        label={text.reason}
        name="reason"
        required
        options={reportReasons.map((value) => ({ value, label: text.reasons[value] }))}
        defaultValue={values?.reason}
        error={fields?.reason?.[0]}
      />
      <TextAreaField
        label={text.details}
        name="details"
        rows={6}
        required
        maxLength={2_000}
        defaultValue={values?.details}
        error={fields?.details?.[0]}
      />
      <Button type="submit">{text.send}</Button>
    </form>
  )
}
