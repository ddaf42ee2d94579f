import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import { secondFactorSchema, sessionListSchema } from '#shared/account.ts'

import { apiOf } from '../../api/client.ts'
import { forgetAccount, rememberAccount, requireAccount } from '../../features/account/session.ts'
import { useRememberedTab } from '../../features/dashboard/remembered-tab.ts'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { EditProfileForm } from '../../features/settings/edit-profile-form.tsx'
import { FeedbackForm } from '../../features/settings/feedback-form.tsx'
import { PasswordForm } from '../../features/settings/password-form.tsx'
import { PersonalData } from '../../features/settings/personal-data.tsx'
import { SecondFactor } from '../../features/settings/two-factor.tsx'
import { SessionList } from '../../features/settings/session-list.tsx'
import { settingsText } from '../../text/settings.ts'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = ['profile', 'security', 'feedback'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const api = apiOf(context)
  const [listed, secondFactor] = await Promise.all([
    api.get('/account/sessions', sessionListSchema).catch(() => null),
    api.get('/account/second-factor', secondFactorSchema).catch(() => null),
  ])
  return { account, sessions: listed?.sessions ?? null, secondFactor }
}

export function Component() {
  const text = settingsText
  const { account, sessions, secondFactor } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  const { selected, select } = useRememberedTab('settings-tab', tabs)
  const contents = [
    <EditProfileForm
      key="profile"
      account={account}
      onSaved={(saved) => {
        rememberAccount(saved)
        void revalidator.revalidate()
      }}
    />,
    <div key="security" className="grid gap-10">
      <PasswordForm email={account.email} />
      <SecondFactor
        account={account}
        state={secondFactor}
        onChanged={() => void revalidator.revalidate()}
        onEnded={forgetAccount}
      />
      <SessionList
        sessions={sessions}
        onChanged={() => void revalidator.revalidate()}
        onAllEnded={forgetAccount}
      />
      <PersonalData hasSecondFactor={secondFactor?.isOn ?? false} onDeleted={forgetAccount} />
    </div>,
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
