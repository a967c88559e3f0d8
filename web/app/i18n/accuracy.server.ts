import type { Catalogue } from './message.ts'

const en = {
  title: 'How accurate the forecasts are',
  description: 'Forecasts compared with the weather that followed, by source and lead time, next to simple reference forecasts.',
  intro: {
    one: 'Forecasts for one place, compared with the weather that followed, from {from} to {to}.',
    other: 'Forecasts for {n} places, compared with the weather that followed, from {from} to {to}.',
  },
  method:
    'Each hour counts once. “Like today” repeats the last known day; “as usual” is the mean of the 30 days before. Shaded: the 95 % confidence interval of the forecast error.',
  nothing: 'Not enough data yet. Forecasts are compared once a day; results appear after 30 days.',
  simulated: 'Simulated weather, made up for demonstration.',
  section: '{source}, compared with {truth}',
  measured: 'measurements by {source}',
  computed: 'computed values of {source}, not with measurements',
  own: 'its own later computed values, not with measurements',
  temperature: 'Temperature',
  temperatureChart: 'Mean absolute error of the temperature by lead time, next to reference forecasts. All values are in the table below.',
  rain: 'Rain and snow',
  rainChart:
    'Share of wet hours that were forecast, and share of hours forecast as wet that stayed dry, by lead time. All values are in the table below.',
  lead: 'Lead time',
  days: 'Days',
  forecast: 'Forecast',
  bias: 'Too warm by',
  rmse: 'RMSE',
  persistence: 'Like today',
  climatology: 'As usual',
  detected: 'Wet hours forecast',
  falseAlarms: 'Forecast wet, stayed dry',
  csi: 'Threat score',
  frequency: 'Frequency bias',
  brier: 'Brier score',
  skill: 'Skill against “as usual”',
  better: {
    one: '{lead} ahead, {source} was closer on temperature than {other}, by {difference} on average, in the same hours of one day.',
    other: '{lead} ahead, {source} was closer on temperature than {other}, by {difference} on average, in the same hours of {n} days.',
  },
  unknown: 'not known',
}

/** The page about the accuracy of forecasts. */
export const accuracy: Catalogue<typeof en> = {
  en,
  de: {
    title: 'Wie genau die Vorhersagen sind',
    description:
      'Vorhersagen im Vergleich mit dem eingetretenen Wetter, nach Quelle und Vorhersagezeit, neben einfachen Referenzvorhersagen.',
    intro: {
      one: 'Vorhersagen für einen Ort im Vergleich mit dem eingetretenen Wetter, vom {from} bis zum {to}.',
      other: 'Vorhersagen für {n} Orte im Vergleich mit dem eingetretenen Wetter, vom {from} bis zum {to}.',
    },
    method:
      'Jede Stunde zählt einmal. „Wie heute“ wiederholt den letzten bekannten Tag; „wie üblich“ ist das Mittel der 30 Tage davor. Schattiert: das 95-%-Konfidenzintervall des Vorhersagefehlers.',
    nothing: 'Noch zu wenige Daten. Vorhersagen werden einmal am Tag verglichen; Ergebnisse erscheinen nach 30 Tagen.',
    simulated: 'Simuliertes Wetter, zur Demonstration erfunden.',
    section: '{source}, verglichen mit {truth}',
    measured: 'Messungen von {source}',
    computed: 'berechneten Werten von {source}, nicht mit Messungen',
    own: 'eigenen, später berechneten Werten, nicht mit Messungen',
    temperature: 'Temperatur',
    temperatureChart:
      'Mittlerer absoluter Fehler der Temperatur nach Vorhersagezeit, neben Referenzvorhersagen. Alle Werte stehen in der Tabelle darunter.',
    rain: 'Regen und Schnee',
    rainChart:
      'Anteil der Stunden mit Niederschlag, die vorhergesagt waren, und Anteil der mit Niederschlag vorhergesagten Stunden, die trocken blieben, nach Vorhersagezeit. Alle Werte stehen in der Tabelle darunter.',
    lead: 'Vorhersagezeit',
    days: 'Tage',
    forecast: 'Vorhersage',
    bias: 'Zu warm um',
    rmse: 'RMSE',
    persistence: 'Wie heute',
    climatology: 'Wie üblich',
    detected: 'Niederschlag vorhergesagt',
    falseAlarms: 'Vorhergesagt, aber trocken',
    csi: 'Threat Score',
    frequency: 'Frequency Bias',
    brier: 'Brier-Score',
    skill: 'Verbesserung gegenüber „wie üblich“',
    better: {
      one: '{lead} im Voraus lag {source} bei der Temperatur im Mittel um {difference} genauer als {other}, in denselben Stunden eines Tages.',
      other:
        '{lead} im Voraus lag {source} bei der Temperatur im Mittel um {difference} genauer als {other}, in denselben Stunden von {n} Tagen.',
    },
    unknown: 'nicht bekannt',
  },
  fr: {
    title: 'La précision des prévisions',
    description: 'Les prévisions comparées au temps qu’il a fait, par source et par échéance, à côté de prévisions de référence simples.',
    intro: {
      one: 'Prévisions pour {n} lieu, comparées au temps qu’il a fait, du {from} au {to}.',
      other: 'Prévisions pour {n} lieux, comparées au temps qu’il a fait, du {from} au {to}.',
    },
    method:
      'Chaque heure compte une fois. «\u00a0Comme aujourd’hui\u00a0» répète le dernier jour connu\u202f; «\u00a0comme d’habitude\u00a0» est la moyenne des 30 jours précédents. En grisé\u00a0: l’intervalle de confiance à 95\u00a0% de l’erreur de prévision.',
    nothing:
      'Pas encore assez de données. Les prévisions sont comparées une fois par jour\u202f; les résultats apparaissent après 30 jours.',
    simulated: 'Météo simulée, inventée pour la démonstration.',
    section: '{source}, comparé à {truth}',
    measured: 'des mesures de {source}',
    computed: 'des valeurs calculées de {source}, non mesurées',
    own: 'ses propres valeurs calculées plus tard, non mesurées',
    temperature: 'Température',
    temperatureChart:
      'Erreur absolue moyenne de la température par échéance, à côté de prévisions de référence. Toutes les valeurs sont dans le tableau ci-dessous.',
    rain: 'Pluie et neige',
    rainChart:
      'Part des heures de précipitations qui étaient prévues, et part des heures prévues avec précipitations qui sont restées sèches, par échéance. Toutes les valeurs sont dans le tableau ci-dessous.',
    lead: 'Échéance',
    days: 'Jours',
    forecast: 'Prévision',
    bias: 'Trop chaud de',
    rmse: 'RMSE',
    persistence: 'Comme aujourd’hui',
    climatology: 'Comme d’habitude',
    detected: 'Précipitations prévues',
    falseAlarms: 'Prévues, mais temps sec',
    csi: 'Indice de succès critique',
    frequency: 'Biais de fréquence',
    brier: 'Score de Brier',
    skill: 'Gain par rapport à «\u00a0comme d’habitude\u00a0»',
    better: {
      one: '{lead} à l’avance, l’erreur de {source} sur la température était en moyenne inférieure de {difference} à celle de {other}, aux mêmes heures de {n} jour.',
      other:
        '{lead} à l’avance, l’erreur de {source} sur la température était en moyenne inférieure de {difference} à celle de {other}, aux mêmes heures de {n} jours.',
    },
    unknown: 'inconnu',
  },
  es: {
    title: 'El acierto de los pronósticos',
    description: 'Los pronósticos comparados con el tiempo que hizo, por fuente y antelación, junto a pronósticos de referencia sencillos.',
    intro: {
      one: 'Pronósticos para un lugar, comparados con el tiempo que hizo, del {from} al {to}.',
      other: 'Pronósticos para {n} lugares, comparados con el tiempo que hizo, del {from} al {to}.',
    },
    method:
      'Cada hora cuenta una vez. «Como hoy» repite el último día conocido; «como siempre» es la media de los 30 días anteriores. Sombreado: el intervalo de confianza del 95 % del error del pronóstico.',
    nothing: 'Aún no hay datos suficientes. Los pronósticos se comparan una vez al día; los resultados aparecen a los 30 días.',
    simulated: 'Tiempo simulado, inventado para la demostración.',
    section: '{source}, comparado con {truth}',
    measured: 'mediciones de {source}',
    computed: 'valores calculados de {source}, no medidos',
    own: 'sus propios valores calculados después, no medidos',
    temperature: 'Temperatura',
    temperatureChart:
      'Error absoluto medio de la temperatura por antelación, junto a pronósticos de referencia. Todos los valores están en la tabla de abajo.',
    rain: 'Lluvia y nieve',
    rainChart:
      'Proporción de las horas con precipitación que se pronosticaron, y de las pronosticadas con precipitación que quedaron secas, por antelación. Todos los valores están en la tabla de abajo.',
    lead: 'Antelación',
    days: 'Días',
    forecast: 'Pronóstico',
    bias: 'Demasiado cálido en',
    rmse: 'RMSE',
    persistence: 'Como hoy',
    climatology: 'Como siempre',
    detected: 'Precipitación pronosticada',
    falseAlarms: 'Pronosticada, pero seco',
    csi: 'Índice de éxito crítico',
    frequency: 'Sesgo de frecuencia',
    brier: 'Puntuación de Brier',
    skill: 'Mejora frente a «como siempre»',
    better: {
      one: 'Con {lead} de antelación, el error de {source} en la temperatura fue de media {difference} menor que el de {other}, en las mismas horas de un día.',
      other:
        'Con {lead} de antelación, el error de {source} en la temperatura fue de media {difference} menor que el de {other}, en las mismas horas de {n} días.',
    },
    unknown: 'no se sabe',
  },
}
