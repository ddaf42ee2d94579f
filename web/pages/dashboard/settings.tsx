import { useWatch } from 'react-hook-form'

import type { Account } from '#shared/account.ts'
import { toasts } from '#shared/text/toasts.ts'
import { useLoaderData, useRevalidator } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { ApiForm, useApiForm } from '../../forms/api-form.tsx'
import { idlePart, tabFrame } from '../../forms/lazy.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { settingsText as text } from '../../text/settings.ts'
import { Field, PasswordField, TextAreaField } from '../../ui/fields.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { useStoredTab } from '../parts/dashboard/use-stored-tab.ts'
import { forgetAccount, rememberAccount } from '../parts/session/session.ts'
import type { loader } from './settings.data.ts'

const tabs = ['profile', 'security', 'feedback'] as const

export function Component() {
  const { account, sessions, twoFactor } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  const { selected, select } = useStoredTab('settings-tab', tabs)
  const contents = [
    <EditProfileForm
      key="profile"
      account={account}
      onSaved={(saved) => {
        rememberAccount(saved)
        void revalidator.revalidate()
      }}
    />,
    <SecurityTab
      key="security"
      isShown={selected === 1}
      account={account}
      sessions={sessions}
      twoFactor={twoFactor}
      onChanged={() => void revalidator.revalidate()}
      onLoggedOut={forgetAccount}
    />,
    <FeedbackForm key="feedback" />,
  ]
  return (
    <>
      <ScreenHeader title={text.title} />
      <Tabs
        label={text.title}
        selected={selected}
        onSelect={select}
        tabs={contents.map((content, index) => ({ name: text.tabs[index], content }))}
      />
    </>
  )
}

type Props = { account: Account; onSaved: (account: Account) => void }

/** 'Edit Profile': names, and the email address, which changes once the new one is confirmed (readings P8). */
export function EditProfileForm({ account, onSaved }: Props) {
  const { firstname, lastname, email } = account
  const { form, formProps, field, busy, wait } = useApiForm({
    schema: 'profileSchema',
    defaultValues: { firstname, lastname, email },
    shouldUnregister: true,
    onSubmit: async (profile, { reset }) => {
      const session = await browserApi.patch('/account', profile)
      if (isNewAddress) {
        toast(text.emailConfirmationSent({ address: profile.email.trim() }))
        reset({ firstname: profile.firstname, lastname: profile.lastname, email })
      } else toast(toasts.done.profileUpdated)
      if (session.account) onSaved(session.account)
    },
  })
  const typedEmail = useWatch({ control: form.control, name: 'email' })
  const isNewAddress = typedEmail.trim().toLowerCase() !== email
  return (
    <ApiForm {...formProps} className="grid max-w-lg gap-5">
      <Field label={text.firstname} autoComplete="given-name" {...field('firstname')} />
      <Field label={text.lastname} autoComplete="family-name" {...field('lastname')} />
      <Field type="email" label={text.email} {...field('email')} />
      {isNewAddress && (
        <PasswordField
          label={text.currentPassword}
          hint={text.emailPasswordHint}
          {...field('currentPassword')}
        />
      )}
      <SubmitButton busy={busy} wait={wait} className="w-full">
        {text.save}
      </SubmitButton>
    </ApiForm>
  )
}

/** 'Feedback': stored, and mailed to the support address (readings M7). */
export function FeedbackForm() {
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'feedbackSchema',
    defaultValues: { feedback: '' },
    typedText: 'feedback',
    onSubmit: async (values, { reset }) => {
      await browserApi.post('/feedback', values)
      toast(text.feedbackSent)
      reset()
    },
  })
  return (
    <ApiForm {...formProps} className="grid max-w-lg gap-5">
      <h2 className="text-lg font-semibold">{text.feedbackIntro}</h2>
      <TextAreaField label={text.feedback} rows={6} maxLength={5_000} {...field('feedback')} />
      <SubmitButton busy={busy} wait={wait} className="w-full">
        {text.sendFeedback}
      </SubmitButton>
    </ApiForm>
  )
}

/** What the settings do not show at first. */
export const SecurityTab = idlePart(
  async () => (await import('./settings/security-tab.tsx')).SecurityTab,
  tabFrame,
)
