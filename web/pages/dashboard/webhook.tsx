import type { CampaignWebhook } from '#shared/campaign-webhook.ts'
import { useLoaderData, useRevalidator } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { ApiForm, useApiForm } from '../../forms/api-form.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { runApiAction, useApiAction } from '../../forms/use-api-action.ts'
import { formatMoment } from '../../format/day.ts'
import { campaignPath } from '../../navigation/paths.ts'
import { webhookText as text } from '../../text/webhook.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Field } from '../../ui/fields.tsx'
import { BackLink } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import type { loader } from './webhook.data.ts'
import { Section } from '../../ui/section.tsx'

/** Where a program of the organiser hears of events of a campaign. */
export function Component() {
  const { id: campaignId, data } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const onDone = (message: string) => {
    toast(message)
    void revalidate()
  }
  return (
    <Loaded data={data} text={text} header={<HiddenHeader title={text.title} />}>
      {({ webhook, deliveries }) => (
        <div className="max-w-2xl space-y-6">
          <BackLink to={campaignPath(campaignId)}>{text.back}</BackLink>
          <ScreenHeader title={text.title} subtitle={text.subtitle} />
          <WebhookAddress campaignId={campaignId} webhook={webhook} onDone={onDone} />
          {webhook && (
            <Deliveries campaignId={campaignId} deliveries={deliveries} onDone={onDone} />
          )}
        </div>
      )}
    </Loaded>
  )
}

type Props = { campaignId: string; onDone: (message: string) => void }

/** The form for the address, and the secret of the one that is saved. */
export function WebhookAddress({
  campaignId,
  webhook,
  onDone,
}: Props & Pick<CampaignWebhook, 'webhook'>) {
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'webhookFormSchema',
    defaultValues: { url: webhook?.url ?? '' },
    onSubmit: async (values) => {
      await browserApi.put('/campaigns/:id/webhook', values, { id: campaignId })
      onDone(text.saved)
    },
  })
  const remove = () =>
    runApiAction(async () => {
      await browserApi.remove('/campaigns/:id/webhook', { id: campaignId })
      onDone(text.removed)
    })
  return (
    <div className="card space-y-4 p-4 sm:p-5">
      <ApiForm {...formProps} className="grid gap-3">
        <Field label={text.url} hint={text.urlHint} inputMode="url" {...field('url')} />
        <SubmitButton busy={busy} wait={wait}>
          {text.save}
        </SubmitButton>
      </ApiForm>
      {webhook && (
        <>
          <div>
            <h2 className="font-semibold">{text.secret}</h2>
            <p className="font-mono text-sm break-all">{webhook.secret}</p>
            <p className="text-sm text-muted">{text.secretHint}</p>
          </div>
          <ConfirmButton title={text.removeTitle} question={text.removeQuestion} onConfirm={remove}>
            {text.remove}
          </ConfirmButton>
        </>
      )}
    </div>
  )
}

type DeliveriesProps = Props & Pick<CampaignWebhook, 'deliveries'>

function Deliveries({ campaignId, deliveries, onDone }: DeliveriesProps) {
  const { run, pending } = useApiAction()
  const replay = (delivery: string) =>
    run(async () => {
      await browserApi.post(
        '/campaigns/:id/webhook/deliveries/:delivery/replay',
        {},
        { id: campaignId, delivery },
      )
      onDone(text.replayed)
    }, delivery)
  return (
    <Section isSmall id="events" title={text.events}>
      {deliveries.length === 0 && <p className="mt-2 text-muted">{text.none}</p>}
      <ul className="mt-2 divide-y divide-line">
        {deliveries.map(({ id, event, at, state, status }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div>
              <p className="font-medium">{text.event({ event, at: formatMoment(at) })}</p>
              <p className="text-sm text-muted">
                {status === null
                  ? text.states[state]
                  : text.status({ state: text.states[state], status: String(status) })}
              </p>
            </div>
            {state !== 'waiting' && (
              <Button variant="quiet" busy={pending === id} onClick={() => void replay(id)}>
                {text.replay}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
