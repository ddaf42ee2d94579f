import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { AccountNumberCard } from './transfer/account-number.tsx'
import { loadAccountNumber, loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { ActionForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import { publicTransferPath } from '../../navigation/paths.ts'
import { transferText } from '../../text/transfer.ts'
import { Field } from '../../ui/fields.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const campaign = await loadCampaignBySlug({ context, params })
  const accountNumber = await loadAccountNumber({ context }, campaign.id)
  return { campaign, accountNumber, isSent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, schema: 'transferClaimSchema' }, async () => {
    const campaign = await loadCampaignBySlug({ context, params })
    await getApi(context).post('/campaigns/:id/transfer-claims', values, { id: campaign.id })
    return redirect(`${publicTransferPath(campaign.slug)}?sent`)
  })
}

/** The account number of a campaign, and the form by which the sender of a transfer gets its receipt. Works without script. */
export function Component() {
  const text = transferText
  const { campaign, accountNumber, isSent } = useLoaderData<typeof loader>()
  return (
    <TaskPage title={text.title({ campaign: campaign.title })}>
      {accountNumber && <AccountNumberCard account={accountNumber} />}
      <section className="card space-y-4 p-5">
        <h2 className="text-lg font-bold">{text.claim.title}</h2>
        {isSent ? (
          <output className="block font-semibold">
            {text.claim.sent({ duration: formatDuration(terms.guestLink) })}
          </output>
        ) : (
          <ClaimForm />
        )}
      </section>
    </TaskPage>
  )
}

function ClaimForm() {
  const { claim: text } = transferText
  const result = useActionData<typeof action>()
  return (
    <ActionForm result={result} schema="transferClaimSchema">
      {(field) => (
        <>
          <p>{text.intro}</p>
          <Field label={text.amount} {...field('amount')} inputMode="decimal" required />
          <Field
            label={text.digits}
            {...field('digits')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            required
          />
          <Field label={text.email} {...field('email')} type="email" required />
          <SubmitButton wait={result}>{text.send}</SubmitButton>
        </>
      )}
    </ActionForm>
  )
}
