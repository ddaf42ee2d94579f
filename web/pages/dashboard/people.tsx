import { useState } from 'react'

import {
  type CampaignMember,
  type CampaignMembers,
  type CampaignRequest,
} from '#shared/campaign-member.ts'
import { memberRoles } from '#shared/member-role.ts'
import { formatNairaInText } from '#shared/money.ts'
import { useLoaderData, useNavigate, useRevalidator } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { ApiForm, useApiForm } from '../../forms/api-form.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { runApiAction } from '../../forms/use-api-action.ts'
import { formatMoment } from '../../format/day.ts'
import { campaignPath, paths } from '../../navigation/paths.ts'
import { memberText as text } from '../../text/member.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Field, PasswordField, SelectField } from '../../ui/fields.tsx'
import { BackLink } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import type { loader } from './people.data.ts'
import { Section } from '../../ui/section.tsx'

/** Who looks after a campaign, and what one of them asks and another must confirm. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  return (
    <Loaded data={data} text={text} header={<HiddenHeader title={text.title} />}>
      {(loaded) => <People {...loaded} />}
    </Loaded>
  )
}

export function People({ campaign, requests, waitsUntil, ...loaded }: CampaignMembers) {
  const { organiser, role, members, hasTwoFactor } = loaded
  const { id } = campaign
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const onDone = (message: string) => {
    toast(message)
    void revalidate()
  }
  const leave = () =>
    runApiAction(async () => {
      await browserApi.post('/campaigns/:id/leave', {}, { id })
      toast(text.left)
      await navigate(paths.overview)
    })
  return (
    <div className="max-w-2xl space-y-6">
      <BackLink to={campaignPath(id)}>{campaign.title}</BackLink>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      {waitsUntil !== null && (
        <p className="card p-4">{text.waits({ day: formatMoment(waitsUntil) })}</p>
      )}
      {requests.length > 0 && (
        <Section
          isSmall
          id="requests"
          title={text.requests.title}
          className="card space-y-3 p-4 sm:p-5"
        >
          <ul className="divide-y divide-line">
            {requests.map((request) => (
              <li key={request.id} className="space-y-3 py-3 first:pt-0 last:pb-0">
                <Request {...{ campaignId: id, request, hasTwoFactor, onDone }} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ul className="card divide-y divide-line px-4">
        <li className="py-3">
          <p className="font-medium wrap-anywhere">{organiser}</p>
          <p className="text-sm text-muted">{text.roles.organiser}</p>
        </li>
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center justify-between gap-2 py-3">
            <Member member={member} />
            {role === null && <Remove campaignId={id} member={member} onDone={onDone} />}
          </li>
        ))}
      </ul>
      {role === null ? (
        <InviteMember key={members.length} campaignId={id} onDone={onDone} />
      ) : (
        <ConfirmButton title={text.leave} question={text.leaveQuestion} onConfirm={leave}>
          {text.leave}
        </ConfirmButton>
      )}
    </div>
  )
}

function Member({ member }: { member: CampaignMember }) {
  const { name, email, role, confirmsFrom } = member
  const label = text.roles[role]
  return (
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">{name || email || label}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {name === '' ? text.invited({ role: label }) : [label, email].filter(Boolean).join(' · ')}
      </p>
      {confirmsFrom !== null && (
        <p className="text-sm">{text.confirmsFrom({ day: formatMoment(confirmsFrom) })}</p>
      )}
    </div>
  )
}

type Done = { campaignId: string; onDone: (message: string) => void }

function Remove({ campaignId, member, onDone }: Done & { member: CampaignMember }) {
  const name = member.name || member.email
  const remove = () =>
    runApiAction(async () => {
      const params = { id: campaignId, member: member.id }
      await browserApi.remove('/campaigns/:id/members/:member', params)
      onDone(text.removed)
    })
  return (
    <ConfirmButton
      title={text.remove({ name })}
      question={text.removeQuestion({ name })}
      onConfirm={remove}
    >
      {text.remove({ name })}
    </ConfirmButton>
  )
}

export function InviteMember({ campaignId, onDone }: Done) {
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'memberFormSchema',
    defaultValues: { email: '', role: 'treasurer' },
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/members', values, { id: campaignId })
      onDone(text.invite.sent)
    },
  })
  return (
    <Section isSmall id="invite" title={text.invite.title} className="card space-y-3 p-4 sm:p-5">
      <ApiForm {...formProps} className="grid gap-3">
        <Field
          label={text.invite.email}
          hint={text.invite.emailHint}
          inputMode="email"
          {...field('email')}
        />
        <SelectField
          label={text.invite.role}
          hint={text.invite.safety}
          options={memberRoles.map((role) => ({ value: role, label: text.roles[role] }))}
          {...field('role')}
        />
        <SubmitButton busy={busy} wait={wait}>
          {text.invite.send}
        </SubmitButton>
      </ApiForm>
    </Section>
  )
}

function describe({ asked }: CampaignRequest): string {
  switch (asked.kind) {
    case 'payee': {
      const facts = { ...asked, payee: asked.payee || text.requests.self }
      return asked.accountName === ''
        ? text.requests.payeeUnknown(facts)
        : text.requests.payee(facts)
    }
    case 'end':
      return text.requests.end
    case 'refund': {
      const { amount, reason } = asked
      return text.requests.refund({ amount: formatNairaInText(amount), reason })
    }
  }
}

type RequestProps = Done & { request: CampaignRequest; hasTwoFactor: boolean }

function Request({ campaignId, request, hasTwoFactor, onDone }: RequestProps) {
  const { id, by, lapsesAt, isOwn, canConfirm } = request
  const [isConfirming, setConfirming] = useState(false)
  const [end, ended] = isOwn
    ? [text.requests.withdraw, text.requests.withdrawn]
    : [text.requests.decline, text.requests.declined]
  const onEnd = () =>
    runApiAction(async () => {
      const params = { id: campaignId, request: id }
      await browserApi.post('/campaigns/:id/requests/:request/end', {}, params)
      onDone(ended)
    })
  return (
    <>
      <p className="text-sm text-muted wrap-anywhere">
        {text.requests.by({ name: by, day: formatMoment(lapsesAt) })}
      </p>
      <p className="wrap-anywhere">{describe(request)}</p>
      {!canConfirm && <p className="text-sm text-muted">{text.requests.waiting}</p>}
      <div className="flex flex-wrap gap-3">
        {canConfirm && <Button onClick={() => setConfirming(true)}>{text.requests.confirm}</Button>}
        <ConfirmButton title={end} question={text.requests.endQuestion} onConfirm={onEnd}>
          {end}
        </ConfirmButton>
      </div>
      {isConfirming && (
        <ConfirmRequest
          {...{ campaignId, request, hasTwoFactor, onDone }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

/** Another person confirms with the own password, and a code where it is on. */
export function ConfirmRequest({
  campaignId,
  request,
  hasTwoFactor,
  onDone,
  onClose,
}: RequestProps & { onClose: () => void }) {
  const { field, ...form } = useApiForm({
    schema: 'requestConfirmationSchema',
    defaultValues: { currentPassword: '', ...(hasTwoFactor && { code: '' }) },
    onSubmit: async (values) => {
      const params = { id: campaignId, request: request.id }
      await browserApi.post('/campaigns/:id/requests/:request/confirm', values, params)
      onClose()
      onDone(text.requests.confirmed)
    },
  })
  return (
    <FormDialog
      open
      title={text.requests.confirmTitle}
      text={describe(request)}
      form={form}
      submit={text.requests.confirm}
      onClose={onClose}
    >
      <PasswordField label={text.requests.password} {...field('currentPassword')} />
      {hasTwoFactor && (
        <Field
          label={text.requests.code}
          autoComplete="one-time-code"
          maxLength={40}
          {...field('code')}
        />
      )}
    </FormDialog>
  )
}
