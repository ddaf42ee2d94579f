import type { Config } from '../../config/config.ts'
import type { Check } from './check.ts'

type ControllerConfig = Pick<Config, 'controller' | 'recipients' | 'mode'>

/** What the privacy policy must name. Live mode refuses to start without it; a demo shows a policy too. */
export function controllerChecks(config: ControllerConfig): Check[] {
  return [{ name: 'privacy policy', find: async () => findMissing(config) }]
}

function findMissing({ controller, recipients, mode }: ControllerConfig): string | undefined {
  if (mode === 'development') return undefined
  const isUnnamed = (role: string) =>
    recipients.some((recipient) => recipient.role === role && recipient.name === null)
  const missing = Object.entries({
    CONTROLLER_NAME: controller.name === null,
    DPO_EMAIL: controller.dpoEmail === null,
    NDPC_REGISTRATION: controller.registration === null,
    HOSTING_PROVIDER: isUnnamed('hosting'),
    MAIL_PROVIDER: isUnnamed('mail'),
    IMAGES_PROVIDER: isUnnamed('images'),
  }).flatMap(([name, isMissing]) => (isMissing ? name : []))
  if (missing.length === 0) return undefined
  return `The privacy policy is incomplete: set ${missing.join(', ')}.`
}
