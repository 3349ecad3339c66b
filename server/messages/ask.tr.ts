import type { ENGLISH_ASK } from "./ask.en.ts";

/** Turkish texts about questions and the model of a company. */
export const TURKISH_ASK: Readonly<Record<keyof typeof ENGLISH_ASK, string>> = {
  "ask.again": "Gösterilen istek artık gönderilemez: çok eski ya da bu arada bir şey değişti. Yeniden sorun.",
  "ask.bad_answer": "{host} sunucusunun yanıtı bir sohbet tamamlama yanıtı değil. Modelin adresini denetleyin.",
  "ask.busy": "{host} şu anda istek kabul etmiyor. {seconds} sn sonra yeniden deneyin.",
  "ask.cut": "{host} yanıtı tamamlamadan bağlantıyı kapattı. Yeniden deneyin.",
  "ask.day_limit":
    "Şirketinizin kullanıcı başına izin verdiği günlük {max, number} token'ın {used, number} kadarını kullandınız. Modele yarın yeniden sorun.",
  "ask.empty": "Model boş bir yanıt gönderdi. Yanıt için daha fazla token'a izin verin.",
  "ask.key_again": "Kayıtlı anahtar başka bir sunucuya ait. Bu sunucunun anahtarını girin ya da “Anahtar yok”u seçin.",
  "ask.month_limit": "Şirketiniz model için bu ay izin verdiği tutarı harcadı. Bir yönetici sınırı yükseltebilir.",
  "ask.no_model":
    "{host} “{model}” modelini tanımıyor ya da adres yanlış. Bir yönetici ikisini de Ayarlar > Dil modeli bölümünde değiştirebilir.",
  "ask.no_parts": "{host} sunucusundaki model yanıtı parça parça göndermiyor. Yanıtı bütün olarak yeniden isteyin.",
  "ask.no_settings": "Kurulu bir model yok.",
  "ask.request_limit":
    "{max, number} token'a tek bir alıntı bile sığmıyor. Bir yönetici Ayarlar > Dil modeli bölümünde daha fazlasına izin verebilir.",
  "ask.silent": "{host} yanıtın ortasında {seconds} saniye sessiz kaldı. Yeniden deneyin.",
  "ask.slow": "{host} {seconds} saniye içinde yanıt vermedi.",
  "ask.status": "{host} isteği {status} durum koduyla reddetti.",
  "ask.status_words": "{host} isteği {status} durum koduyla reddetti: “{words}”",
  "ask.stopped": "{host} yanıtını yarıda kesti: “{words}”",
  "ask.too_long": "{host} sunucusundaki model bu kadar uzun metin kabul etmiyor. Daha az alıntıyla yeniden sorun.",
  "ask.unauthorized":
    "{host} anahtarı reddetti (durum {status}). Bir yönetici Ayarlar > Dil modeli bölümünde başka bir anahtar girebilir.",
  "ask.works": "“{model}” yanıt verdi.",
  "field.model_address": "API'nin temel adresini verin, örneğin https://models.example.org/v1; sorgu eklemeyin.",
};
