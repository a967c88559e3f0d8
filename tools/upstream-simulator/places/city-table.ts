/** Cities of the world: name | ISO country | state | latitude | longitude | population in thousands | names in other languages | postal code. */
export const CITY_ROWS = `
London|GB|England|51.5073|-0.1276|8900|de=London,fr=Londres,es=Londres,it=Londra,pt=Londres,ja=ロンドン,ar=لندن,ru=Лондон,pl=Londyn|SW1A
Manchester|GB|England|53.4795|-2.2451|550|ja=マンチェスター,ru=Манчестер|
Birmingham|GB|England|52.4797|-1.9027|1140|ja=バーミンガム|
Edinburgh|GB|Scotland|55.9533|-3.1884|520|fr=Édimbourg,es=Edimburgo,it=Edimburgo,ja=エディンバラ|
Glasgow|GB|Scotland|55.8612|-4.2502|630|ja=グラスゴー|
Cardiff|GB|Wales|51.4817|-3.1792|360|cy=Caerdydd|
Belfast|GB|Northern Ireland|54.5964|-5.9302|340|ga=Béal Feirste|
Dublin|IE||53.3498|-6.2603|590|ga=Baile Átha Cliath,it=Dublino,es=Dublín,ja=ダブリン,ar=دبلن|
Paris|FR|Ile-de-France|48.8589|2.3200|2140|it=Parigi,es=París,ja=パリ,ar=باريس,ru=Париж,pl=Paryż|75001
Lyon|FR|Auvergne-Rhône-Alpes|45.7578|4.8320|520|it=Lione,ja=リヨン|
Marseille|FR|Provence-Alpes-Côte d'Azur|43.2962|5.3700|870|it=Marsiglia,es=Marsella,pt=Marselha|
Toulouse|FR|Occitania|43.6045|1.4442|490|es=Tolosa|
Brest|FR|Brittany|48.3905|-4.4860|140||
Strasbourg|FR|Grand Est|48.5846|7.7507|280|de=Straßburg|
Berlin|DE|Berlin|52.5170|13.3889|3650|fr=Berlin,es=Berlín,it=Berlino,pt=Berlim,ja=ベルリン,ar=برلين,ru=Берлин|10115
Hamburg|DE|Hamburg|53.5503|10.0007|1840|fr=Hambourg,es=Hamburgo,it=Amburgo|
Munich|DE|Bavaria|48.1371|11.5754|1480|de=München,fr=Munich,es=Múnich,it=Monaco di Baviera,ja=ミュンヘン,ru=Мюнхен|80331
Cologne|DE|North Rhine-Westphalia|50.9384|6.9599|1080|de=Köln,es=Colonia,it=Colonia|
Frankfurt|DE|Hesse|50.1106|8.6821|750|de=Frankfurt am Main,fr=Francfort|
Freiburg|DE|Baden-Württemberg|47.9961|7.8494|230|de=Freiburg im Breisgau|
Vienna|AT||48.2084|16.3725|1900|de=Wien,fr=Vienne,es=Viena,it=Vienna,ja=ウィーン|
Innsbruck|AT|Tyrol|47.2654|11.3928|130||
Zurich|CH|Zurich|47.3744|8.5410|430|de=Zürich,fr=Zurich,it=Zurigo|8001
Geneva|CH|Geneva|46.2044|6.1432|200|de=Genf,fr=Genève,it=Ginevra|
Brussels|BE||50.8466|4.3517|1200|fr=Bruxelles,nl=Brussel,de=Brüssel|
Amsterdam|NL|North Holland|52.3731|4.8925|870|ja=アムステルダム,ar=أمستردام|1011
Rotterdam|NL|South Holland|51.9244|4.4777|650||
Luxembourg|LU||49.6112|6.1298|120|de=Luxemburg|
Copenhagen|DK||55.6867|12.5701|640|da=København,de=Kopenhagen,fr=Copenhague|
Oslo|NO||59.9133|10.7390|700|ja=オスロ|
Bergen|NO|Vestland|60.3944|5.3259|280||
Tromsø|NO|Troms|69.6517|18.9559|77|en=Tromso|
Longyearbyen|SJ|Svalbard|78.2232|15.6469|2||
Stockholm|SE||59.3251|18.0711|970|es=Estocolmo,it=Stoccolma|
Gothenburg|SE|Västra Götaland|57.7072|11.9670|580|sv=Göteborg|
Kiruna|SE|Norrbotten|67.8550|20.2253|23||
Helsinki|FI||60.1674|24.9428|650|sv=Helsingfors|
Reykjavik|IS||64.1460|-21.9422|130|is=Reykjavík|
Nuuk|GL||64.1766|-51.7360|18|da=Godthåb|
Tallinn|EE||59.4372|24.7454|430||
Riga|LV||56.9494|24.1052|630|lv=Rīga|
Vilnius|LT||54.6871|25.2829|580||
Warsaw|PL|Masovian|52.2337|21.0714|1790|pl=Warszawa,de=Warschau,fr=Varsovie,es=Varsovia,it=Varsavia|00-001
Krakow|PL|Lesser Poland|50.0619|19.9369|770|pl=Kraków,de=Krakau|
Prague|CZ||50.0875|14.4213|1300|cs=Praha,de=Prag,es=Praga|
Bratislava|SK||48.1517|17.1093|430|de=Pressburg|
Budapest|HU||47.4980|19.0404|1750||
Bucharest|RO||44.4361|26.1027|1830|ro=București,de=Bukarest|
Sofia|BG||42.6978|23.3217|1240|bg=София|
Belgrade|RS||44.8178|20.4569|1370|sr=Београд,de=Belgrad|
Zagreb|HR||45.8130|15.9775|790|de=Agram|
Athens|GR|Attica|37.9839|23.7283|660|el=Αθήνα,de=Athen,fr=Athènes,es=Atenas|
Istanbul|TR||41.0092|28.9662|15460|tr=İstanbul,ar=إسطنبول|
Ankara|TR||39.9208|32.8540|5600||
Rome|IT|Lazio|41.8933|12.4829|2870|it=Roma,de=Rom,es=Roma,ja=ローマ,ar=روما|00118
Milan|IT|Lombardy|45.4642|9.1896|1400|it=Milano,de=Mailand|
Naples|IT|Campania|40.8359|14.2488|960|it=Napoli,de=Neapel|
Venice|IT|Veneto|45.4372|12.3346|260|it=Venezia,de=Venedig,fr=Venise|
Palermo|IT|Sicily|38.1112|13.3524|660||
Madrid|ES|Community of Madrid|40.4167|-3.7036|3220|ja=マドリード,ar=مدريد|28001
Barcelona|ES|Catalonia|41.3829|2.1774|1620|ja=バルセロナ|08001
Seville|ES|Andalusia|37.3886|-5.9953|690|es=Sevilla,de=Sevilla|
Lisbon|PT|Lisbon|38.7078|-9.1366|510|pt=Lisboa,de=Lissabon,fr=Lisbonne,es=Lisboa|
Porto|PT||41.1495|-8.6108|230|es=Oporto|
Kyiv|UA||50.4500|30.5241|2950|uk=Київ,de=Kiew,ru=Киев|
Moscow|RU|Moscow|55.7504|37.6175|12500|ru=Москва,de=Moskau,fr=Moscou,es=Moscú,ja=モスクワ|
Saint Petersburg|RU|Saint Petersburg|59.9387|30.3162|5380|ru=Санкт-Петербург,de=Sankt Petersburg|
Novosibirsk|RU|Novosibirsk Oblast|55.0282|82.9211|1620|ru=Новосибирск|
Yakutsk|RU|Sakha Republic|62.0274|129.7319|320|ru=Якутск|
Vladivostok|RU|Primorsky Krai|43.1151|131.8856|600|ru=Владивосток|
Tbilisi|GE||41.6935|44.8015|1150||
Almaty|KZ||43.2364|76.9457|1980|kk=Алматы|
Tashkent|UZ||41.3123|69.2787|2570||
Cairo|EG||30.0443|31.2357|9540|ar=القاهرة,de=Kairo,fr=Le Caire,es=El Cairo|
Casablanca|MA||33.5951|-7.6188|3360|ar=الدار البيضاء|
Algiers|DZ||36.7754|3.0602|3420|fr=Alger,ar=الجزائر|
Tunis|TN||36.8002|10.1858|640|ar=تونس|
Lagos|NG|Lagos|6.4550|3.3841|15390||
Accra|GH||5.5571|-0.2013|2390||
Dakar|SN||14.6934|-17.4479|1150||
Addis Ababa|ET||9.0358|38.7524|3380||
Nairobi|KE||-1.2833|36.8172|4400|ja=ナイロビ|
Dar es Salaam|TZ||-6.8161|39.2804|4360||
Kinshasa|CD||-4.3218|15.3126|14340||
Johannesburg|ZA|Gauteng|-26.2050|28.0497|5640||
Cape Town|ZA|Western Cape|-33.9288|18.4172|4620|de=Kapstadt,fr=Le Cap,af=Kaapstad|
Antananarivo|MG||-18.9100|47.5256|1280||
Tehran|IR||35.6893|51.3896|8700|fa=تهران|
Baghdad|IQ||33.3062|44.3872|6430|ar=بغداد|
Riyadh|SA||24.6389|46.7160|7680|ar=الرياض|
Dubai|AE|Dubai|25.2653|55.2925|3330|ar=دبي|
Jerusalem|IL||31.7788|35.2258|920|he=ירושלים,ar=القدس|
Karachi|PK|Sindh|24.8547|67.0207|14900||
Delhi|IN|Delhi|28.6517|77.2219|16790|hi=दिल्ली|110001
Mumbai|IN|Maharashtra|19.0550|72.8692|12440|hi=मुंबई|
Bengaluru|IN|Karnataka|12.9768|77.5901|8440|en=Bangalore|
Kolkata|IN|West Bengal|22.5414|88.3376|4500|en=Calcutta|
Chennai|IN|Tamil Nadu|13.0837|80.2702|7090||
Dhaka|BD||23.7593|90.3782|8900||
Kathmandu|NP||27.7083|85.3206|850||
Colombo|LK||6.9388|79.8542|750||
Yangon|MM||16.7968|96.1610|5160||
Bangkok|TH||13.7525|100.4935|10540|th=กรุงเทพมหานคร,ja=バンコク|
Hanoi|VN||21.0283|105.8540|8050|vi=Hà Nội|
Ho Chi Minh City|VN||10.7758|106.7018|8990|vi=Thành phố Hồ Chí Minh|
Singapore|SG||1.2899|103.8519|5640|ja=シンガポール,zh=新加坡|
Kuala Lumpur|MY||3.1517|101.6942|1780||
Jakarta|ID||-6.1753|106.8271|10560||
Manila|PH||14.5906|120.9799|1850||
Hong Kong|HK||22.2793|114.1628|7480|zh=香港|
Taipei|TW||25.0375|121.5637|2650|zh=臺北市|
Beijing|CN|Beijing|39.9062|116.3912|21540|zh=北京市,ja=北京,de=Peking,fr=Pékin,es=Pekín|
Shanghai|CN|Shanghai|31.2323|121.4691|24870|zh=上海市,ja=上海|
Ulaanbaatar|MN||47.9185|106.9177|1540||
Seoul|KR||37.5667|126.9783|9740|ko=서울특별시,ja=ソウル特別市,fr=Séoul|
Tokyo|JP||35.6828|139.7595|13960|ja=東京都,de=Tokio,es=Tokio,ar=طوكيو,ru=Токио|100-0001
Osaka|JP|Osaka Prefecture|34.6938|135.5011|2690|ja=大阪市|
Nagoya|JP|Aichi Prefecture|35.1815|136.9064|2320|ja=名古屋市|
Sapporo|JP|Hokkaido|43.0619|141.3544|1950|ja=札幌市|
Sydney|AU|New South Wales|-33.8698|151.2083|5310|ja=シドニー,es=Sídney|2000
Melbourne|AU|Victoria|-37.8142|144.9632|5080|ja=メルボルン|
Brisbane|AU|Queensland|-27.4690|153.0235|2510||
Perth|AU|Western Australia|-31.9559|115.8606|2080||
Darwin|AU|Northern Territory|-12.4605|130.8410|150||
Alice Springs|AU|Northern Territory|-23.6984|133.8812|26||
Hobart|AU|Tasmania|-42.8825|147.3281|240||
Auckland|NZ|Auckland|-36.8521|174.7632|1660||
Wellington|NZ|Wellington|-41.2888|174.7772|210||
Suva|FJ||-18.1416|178.4419|94||
Toronto|CA|Ontario|43.6535|-79.3839|2930|fr=Toronto,ja=トロント|M5H
Montreal|CA|Quebec|45.5032|-73.5698|1780|fr=Montréal|
Vancouver|CA|British Columbia|49.2609|-123.1139|660||
Calgary|CA|Alberta|51.0460|-114.0654|1310||
Winnipeg|CA|Manitoba|49.8955|-97.1385|750||
Halifax|CA|Nova Scotia|44.6486|-63.5859|440||
Yellowknife|CA|Northwest Territories|62.4541|-114.3773|20||
London|CA|Ontario|42.9834|-81.2330|420||
New York|US|New York|40.7127|-74.0060|8340|es=Nueva York,pt=Nova Iorque,ja=ニューヨーク,ar=نيويورك,ru=Нью-Йорк|10001
Los Angeles|US|California|34.0537|-118.2428|3980|ja=ロサンゼルス|90012
San Francisco|US|California|37.7790|-122.4199|870||94102
Chicago|US|Illinois|41.8756|-87.6244|2690|ja=シカゴ|60601
Houston|US|Texas|29.7589|-95.3677|2320||77002
Dallas|US|Texas|32.7763|-96.7969|1340||
Miami|US|Florida|25.7742|-80.1936|470||33101
Seattle|US|Washington|47.6038|-122.3301|740||98101
Denver|US|Colorado|39.7392|-104.9849|730||80202
Phoenix|US|Arizona|33.4484|-112.0741|1680||85001
Boston|US|Massachusetts|42.3602|-71.0583|690||02108
Washington|US|District of Columbia|38.8950|-77.0366|700||20001
Atlanta|US|Georgia|33.7490|-84.3903|510||
New Orleans|US|Louisiana|29.9561|-90.0734|390||
Minneapolis|US|Minnesota|44.9773|-93.2655|430||
Las Vegas|US|Nevada|36.1673|-115.1485|650||
Salt Lake City|US|Utah|40.7596|-111.8868|200||
Kansas City|US|Missouri|39.1001|-94.5781|500||
Oklahoma City|US|Oklahoma|35.4730|-97.5171|690||
Anchorage|US|Alaska|61.2164|-149.8949|290||99501
Fairbanks|US|Alaska|64.8378|-147.7164|32||
Honolulu|US|Hawaii|21.3045|-157.8557|350||96813
Springfield|US|Illinois|39.7990|-89.6440|114|ru=Спрингфилд|
Springfield|US|Massachusetts|42.1019|-72.5887|155|ru=Спрингфилд|
Springfield|US|Missouri|37.1968|-93.2946|169|ru=Спрингфилд|
Springfield|US|Ohio|39.9234|-83.8101|58||
Springfield|US|Oregon|44.0462|-123.0220|62||
Portland|US|Oregon|45.5202|-122.6742|650||
Portland|US|Maine|43.6573|-70.2587|68||
London|US|Kentucky|37.1290|-84.0833|8||
Paris|US|Texas|33.6618|-95.5555|25||
San Juan|PR||18.4653|-66.1167|340||00901
Hagåtña|GU||13.4745|144.7504|1|en=Hagatna|
Mexico City|MX|Mexico City|19.4326|-99.1332|9210|es=Ciudad de México,fr=Mexico,de=Mexiko-Stadt|
Guadalajara|MX|Jalisco|20.6721|-103.3384|1500||
Havana|CU||23.1353|-82.3590|2130|es=La Habana,de=Havanna|
Nassau|BS||25.0783|-77.3383|275||
Guatemala City|GT||14.6222|-90.5185|1000|es=Ciudad de Guatemala|
Panama City|PA||8.9715|-79.5342|880|es=Panamá|
Bogotá|CO||4.6534|-74.0836|7410|en=Bogota|
Caracas|VE||10.5061|-66.9146|2900||
Quito|EC||-0.2202|-78.5123|1980||
Lima|PE||-12.0621|-77.0365|9750||
La Paz|BO||-16.4955|-68.1336|760||
Santiago|CL|Santiago Metropolitan Region|-33.4378|-70.6504|5610|es=Santiago de Chile|
Punta Arenas|CL|Magallanes|-53.1626|-70.9078|120||
Buenos Aires|AR|Buenos Aires|-34.6076|-58.4371|3080|ja=ブエノスアイレス|
Ushuaia|AR|Tierra del Fuego|-54.8069|-68.3073|57||
Montevideo|UY||-34.9059|-56.1913|1320||
São Paulo|BR|São Paulo|-23.5507|-46.6334|12330|en=São Paulo,ja=サンパウロ|
Rio de Janeiro|BR|Rio de Janeiro|-22.9110|-43.2094|6750|ja=リオデジャネイロ|
Brasília|BR|Federal District|-15.7934|-47.8823|3060||
Manaus|BR|Amazonas|-3.1317|-59.9825|2220||
Porto Alegre|BR|Rio Grande do Sul|-30.0325|-51.2304|1490||
McMurdo Station|AQ||-77.8463|166.6682|1||
`
