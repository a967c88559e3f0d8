import { chooseSourceZoom } from '@isobar/weather'
import { TileLayer } from 'leaflet'

/** Loads the tiles that the service has from its provider, and has the browser enlarge them, instead of the service. */
export class OverlayLayer extends TileLayer {
  /** Leaflet's, for the zoom of the tiles to load, which its options can only limit (1.9). */
  protected _clampZoom(zoom: number): number {
    return chooseSourceZoom(zoom)
  }
}
