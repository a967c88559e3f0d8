/** The areas that the National Weather Service covers: code, name, main place, its forecast office, FIPS number. Public facts. */
export interface UsArea {
  readonly code: string
  readonly name: string
  readonly city: string
  readonly lat: number
  readonly lon: number
  /** Three-letter office, the city in its signature, and the first letter of its four-letter code. */
  readonly office: string
  readonly officeCity: string
  readonly prefix: string
  readonly fips: string
}

const ROWS = `
AL|Alabama|Montgomery|32.3792|-86.3077|BMX|Birmingham AL|K|01
AK|Alaska|Anchorage|61.2181|-149.9003|AFC|Anchorage AK|P|02
AZ|Arizona|Phoenix|33.4484|-112.0740|PSR|Phoenix AZ|K|04
AR|Arkansas|Little Rock|34.7465|-92.2896|LZK|Little Rock AR|K|05
CA|California|Sacramento|38.5816|-121.4944|STO|Sacramento CA|K|06
CO|Colorado|Denver|39.7392|-104.9903|BOU|Denver CO|K|08
CT|Connecticut|Hartford|41.7658|-72.6734|BOX|Boston/Norton MA|K|09
DE|Delaware|Dover|39.1582|-75.5244|PHI|Mount Holly NJ|K|10
DC|District of Columbia|Washington|38.9072|-77.0369|LWX|Baltimore MD/Washington DC|K|11
FL|Florida|Tallahassee|30.4383|-84.2807|TAE|Tallahassee FL|K|12
GA|Georgia|Atlanta|33.7490|-84.3880|FFC|Peachtree City GA|K|13
HI|Hawaii|Honolulu|21.3069|-157.8583|HFO|Honolulu HI|P|15
ID|Idaho|Boise|43.6150|-116.2023|BOI|Boise ID|K|16
IL|Illinois|Springfield|39.7817|-89.6501|ILX|Lincoln IL|K|17
IN|Indiana|Indianapolis|39.7684|-86.1581|IND|Indianapolis IN|K|18
IA|Iowa|Des Moines|41.5868|-93.6250|DMX|Des Moines IA|K|19
KS|Kansas|Topeka|39.0473|-95.6752|TOP|Topeka KS|K|20
KY|Kentucky|Frankfort|38.2009|-84.8733|LMK|Louisville KY|K|21
LA|Louisiana|New Orleans|29.9511|-90.0715|LIX|New Orleans LA|K|22
ME|Maine|Augusta|44.3106|-69.7795|GYX|Gray ME|K|23
MD|Maryland|Baltimore|39.2904|-76.6122|LWX|Baltimore MD/Washington DC|K|24
MA|Massachusetts|Boston|42.3601|-71.0589|BOX|Boston/Norton MA|K|25
MI|Michigan|Lansing|42.7325|-84.5555|GRR|Grand Rapids MI|K|26
MN|Minnesota|Minneapolis|44.9778|-93.2650|MPX|Twin Cities/Chanhassen MN|K|27
MS|Mississippi|Jackson|32.2988|-90.1848|JAN|Jackson MS|K|28
MO|Missouri|Jefferson City|38.5767|-92.1735|LSX|St Louis MO|K|29
MT|Montana|Helena|46.5891|-112.0391|TFX|Great Falls MT|K|30
NE|Nebraska|Lincoln|40.8136|-96.7026|OAX|Omaha/Valley NE|K|31
NV|Nevada|Carson City|39.1638|-119.7674|REV|Reno NV|K|32
NH|New Hampshire|Concord|43.2081|-71.5376|GYX|Gray ME|K|33
NJ|New Jersey|Trenton|40.2206|-74.7597|PHI|Mount Holly NJ|K|34
NM|New Mexico|Santa Fe|35.6870|-105.9378|ABQ|Albuquerque NM|K|35
NY|New York|Albany|42.6526|-73.7562|ALY|Albany NY|K|36
NC|North Carolina|Raleigh|35.7796|-78.6382|RAH|Raleigh NC|K|37
ND|North Dakota|Bismarck|46.8083|-100.7837|BIS|Bismarck ND|K|38
OH|Ohio|Columbus|39.9612|-82.9988|ILN|Wilmington OH|K|39
OK|Oklahoma|Oklahoma City|35.4676|-97.5164|OUN|Norman OK|K|40
OR|Oregon|Salem|44.9429|-123.0351|PQR|Portland OR|K|41
PA|Pennsylvania|Harrisburg|40.2732|-76.8867|CTP|State College PA|K|42
RI|Rhode Island|Providence|41.8240|-71.4128|BOX|Boston/Norton MA|K|44
SC|South Carolina|Columbia|34.0007|-81.0348|CAE|Columbia SC|K|45
SD|South Dakota|Pierre|44.3683|-100.3510|ABR|Aberdeen SD|K|46
TN|Tennessee|Nashville|36.1627|-86.7816|OHX|Nashville TN|K|47
TX|Texas|Austin|30.2672|-97.7431|EWX|Austin/San Antonio TX|K|48
UT|Utah|Salt Lake City|40.7608|-111.8910|SLC|Salt Lake City UT|K|49
VT|Vermont|Montpelier|44.2601|-72.5754|BTV|Burlington VT|K|50
VA|Virginia|Richmond|37.5407|-77.4360|AKQ|Wakefield VA|K|51
WA|Washington|Seattle|47.6062|-122.3321|SEW|Seattle WA|K|53
WV|West Virginia|Charleston|38.3498|-81.6326|RLX|Charleston WV|K|54
WI|Wisconsin|Madison|43.0731|-89.4012|MKX|Milwaukee/Sullivan WI|K|55
WY|Wyoming|Cheyenne|41.1400|-104.8202|CYS|Cheyenne WY|K|56
NY|New York|New York|40.7128|-74.0060|OKX|Upton NY|K|36
CA|California|Los Angeles|34.0522|-118.2437|LOX|Los Angeles/Oxnard CA|K|06
CA|California|San Francisco|37.7749|-122.4194|MTR|San Francisco CA|K|06
FL|Florida|Miami|25.7617|-80.1918|MFL|Miami FL|K|12
IL|Illinois|Chicago|41.8781|-87.6298|LOT|Chicago IL|K|17
TX|Texas|Houston|29.7604|-95.3698|HGX|Houston/Galveston TX|K|48
AK|Alaska|Fairbanks|64.8378|-147.7164|AFG|Fairbanks AK|P|02
NV|Nevada|Las Vegas|36.1716|-115.1391|VEF|Las Vegas NV|K|32
AS|American Samoa|Pago Pago|-14.2756|-170.7020|PPG|Pago Pago AS|N|60
GU|Guam|Hagatna|13.4745|144.7504|GUM|Tiyan GU|P|66
MP|Northern Mariana Islands|Saipan|15.1778|145.7510|GUM|Tiyan GU|P|69
PR|Puerto Rico|San Juan|18.4655|-66.1057|SJU|San Juan PR|T|72
VI|Virgin Islands|Charlotte Amalie|18.3419|-64.9307|SJU|San Juan PR|T|78
`

export const US_AREAS: readonly UsArea[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [code = '', name = '', city = '', lat, lon, office = '', officeCity = '', prefix = '', fips = ''] = row.split('|')
    return { code, name, city, lat: Number(lat), lon: Number(lon), office, officeCity, prefix, fips }
  })
