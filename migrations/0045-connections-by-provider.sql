-- Connections to providers are named after the provider, not after its rank: there may be any number of them, in any order.
update connection_check set id = new from (values ('weather-provider', 'openweather'), ('second-provider', 'open-meteo'), ('national-feed', 'nws')) as renamed (old, new) where id = old;
update connection set id = new from (values ('weather-provider', 'openweather'), ('second-provider', 'open-meteo'), ('national-feed', 'nws')) as renamed (old, new) where id = old;
