import { communityScenes } from './community-scenes.ts'
import { healthScenes } from './health-scenes.ts'
import { day, dusk, evening, rain, type Light } from './light.ts'
import { otherScenes } from './other-scenes.ts'
import { reliefScenes } from './relief-scenes.ts'
import { schoolScenes } from './school-scenes.ts'
import { workScenes } from './work-scenes.ts'

/** Every scene by name: an illustration of what a sample campaign is about. */
export const scenes = {
  ...communityScenes,
  ...schoolScenes,
  ...healthScenes,
  ...reliefScenes,
  ...workScenes,
  ...otherScenes,
}
export type SceneName = keyof typeof scenes

const lights = { day, evening, dusk, rain }
type LightName = keyof typeof lights

/** One picture: which scene, in what light, and whether seen from the other side. */
export type Picture = { scene: SceneName; light: LightName; mirrored?: boolean }

export function svgOf({ scene, light, mirrored = false }: Picture): string {
  const draw: (light: Light) => string = scenes[scene]
  const drawing = draw(lights[light])
  const seen = mirrored ? `<g transform="translate(1600 0) scale(-1 1)">${drawing}</g>` : drawing
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1280" height="800">${seen}</svg>`
}
