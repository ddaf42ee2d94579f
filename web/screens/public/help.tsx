import { PolicyLayout } from '../../layouts/policy-layout.tsx'
import { paths } from '../../navigation/paths.ts'
import { help } from '../../policies/help.ts'

export function Component() {
  return <PolicyLayout policy={help} path={paths.help} />
}
