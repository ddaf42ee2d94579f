import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'

import { forgetAccount, rememberAccount } from '../parts/session/session.ts'
import { useStoredTab } from '../parts/dashboard/use-stored-tab.ts'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { EditProfileForm } from './settings/edit-profile-form.tsx'
import { FeedbackForm } from './settings/feedback-form.tsx'
import { SecurityTab } from './settings/later-tabs.tsx'
import { settingsText } from '../../text/settings.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { loader } from './settings.data.ts'

const tabs = ['profile', 'security', 'feedback'] as const

export function Component() {
  const text = settingsText
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
